import config from '@payload-config';
import { getPayload } from 'payload';

/** Creates a ticket of the subject that it is given, for the first company. */
const payload = await getPayload({ config });
const subject = process.argv.at(-1) ?? '';
const { docs } = await payload.find({ collection: 'companies', limit: 1, overrideAccess: true });
try {
  const data = { subject, organization: docs[0]?.id };
  const { id } = await payload.create({ collection: 'tickets', data: data as never, overrideAccess: true });
  console.log(`Created ${id}.`);
} catch (error) {
  console.log(`Not created: ${error instanceof Error ? error.message : error}`);
}
