import config from '@payload-config';
import { getPayload } from 'payload';

const payload = await getPayload({ config });
await payload.sendEmail({ to: 'ann@example.com', subject: 'From a script', text: 'Hello.' });
console.log('Sent.');
await payload.destroy();
