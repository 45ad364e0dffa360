import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createOnce, readIfExists } from '../server/atomicFile.ts';
import { logIn } from './emailLog.ts';
import { logins, type Make, seedPeople } from './people.ts';
import { printLogins } from './print.ts';
import { caller, seedRecords } from './records.ts';

interface Development {
  /** The origin at which the portal serves. */
  readonly address: string;
  readonly dataDirectory: string;
}

/**
 * Gives a portal of `npm run dev` that has no users its people and tickets, over HTTP as a visitor would, and prints who
 * may log in: now, and at each later start on the same data.
 */
export const seedDevelopment = async ({ address, dataDirectory }: Development): Promise<void> => {
  const passwordFile = join(dataDirectory, 'password');
  const anyone = caller(address, '');
  const { initialized } = await anyone<{ initialized: boolean }>('GET', '/users/init');
  if (!initialized) await seed(address, createOnce(passwordFile, randomBytes(9).toString('base64url')));
  const password = readIfExists(passwordFile);
  if (password !== null) printLogins(address, password);
};

const seed = async (address: string, password: string): Promise<void> => {
  const { administrator, client } = logins;
  await caller(address, '')('POST', '/users/first-register', { email: administrator, password });
  const session = await logIn(address, administrator, password);
  const call = caller(address, `JWT ${session.token}`);
  const make: Make = async (collection, data) => {
    const { doc } = await call<{ doc: { id: number } }>('POST', `/${collection}`, data);
    return doc.id;
  };
  await seedPeople(make, password);
  await seedRecords(session, client);
};
