import { getPayload } from 'payload';
import { loadConfig } from '../server/connectPayload.ts';
import { seedMails } from './mails.ts';
import { type Make, seedPeople } from './people.ts';

/** Fills the portal from one more instance on its data, as a script of an integrator would. Needs its environment. */
export const seed = async (password: string): Promise<void> => {
  const payload = await getPayload({ config: await loadConfig() });
  const make: Make = async (collection, data) => {
    const { id } = await payload.create({ collection, data, overrideAccess: true });
    return id;
  };
  const editor = await seedPeople(make, password);
  await seedMails(payload, editor);
  await payload.destroy();
};
