import config from '@payload-config';
import { getPayload } from 'payload';

/** Creates a ticket of the subject that it is given, for the first company. */
const payload = await getPayload({ config });
const subject = process.argv.at(-1) ?? '';
const { docs } = await payload.find({ collection: 'companies', limit: 1, overrideAccess: true });
const [company] = docs;
if (!company) throw new Error('There is no company.');
try {
  const data = { subject, organization: company.id, status: 'open', priority: 'low' } as const;
  const { id } = await payload.create({ collection: 'tickets', data, overrideAccess: true });
  console.log(`Created ${id}.`);
} catch (error) {
  console.log(`Not created: ${error instanceof Error ? error.message : error}`);
}
