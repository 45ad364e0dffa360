import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';

/** The smallest ticket that the CMS can keep: no hooks, no rules, open to everyone. */
export default buildConfig({
  secret: 'a secret of at least thirty-two characters',
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL ?? '', max: 10 } }),
  telemetry: false,
  typescript: { autoGenerate: false },
  admin: { importMap: { autoGenerate: false } },
  collections: [
    {
      slug: 'tickets',
      access: { create: () => true, read: () => true },
      fields: [
        { name: 'subject', type: 'text' },
        { name: 'description', type: 'textarea' },
        { name: 'status', type: 'select', options: ['open', 'closed'], defaultValue: 'open' },
        { name: 'priority', type: 'select', options: ['low', 'medium', 'high', 'urgent'] },
      ],
    },
  ],
});
