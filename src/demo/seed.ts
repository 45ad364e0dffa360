import { getPayload } from 'payload';
import { loadConfig } from '../server/connectPayload.ts';
import { seedMails } from './mails.ts';
import { seedPeople } from './people.ts';

/** Fills the portal from one more instance on its data, as a script of an integrator would. Needs its environment. */
export const seed = async (password: string): Promise<void> => {
  const payload = await getPayload({ config: await loadConfig() });
  const editor = await seedPeople(payload, password);
  await seedMails(payload, editor);
  await payload.destroy();
};
