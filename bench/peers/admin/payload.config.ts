import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';

/** A portal's email log as the CMS alone shows it: its stock list over the portal's own table, to the portal's users. */
export default buildConfig({
  secret: process.env.PAYLOAD_SECRET ?? '',
  db: postgresAdapter({
    pool: { connectionString: process.env.DATABASE_URL ?? '', max: 10 },
    push: false,
  }),
  telemetry: false,
  typescript: { autoGenerate: false },
  admin: { importMap: { autoGenerate: false }, user: 'users' },
  collections: [
    // As the portal has them, so that the table has the columns that are asked for.
    { slug: 'users', auth: { forgotPassword: { minRequestInterval: 0 } }, lockDocuments: false, fields: [] },
    {
      slug: 'email-log',
      access: { create: () => false, update: () => false, delete: () => false },
      admin: {
        useAsTitle: 'subject',
        defaultColumns: ['status', 'subject', 'to', 'type', 'transport', 'createdAt'],
        listSearchableFields: ['subject'],
        enableListViewSelectAPI: true,
        pagination: { defaultLimit: 25 },
      },
      defaultSort: ['-createdAt', '-id'],
      // Spares it queries that the portal's page does not make either.
      lockDocuments: false,
      timestamps: false,
      fields: [
        { name: 'status', type: 'select', options: ['sent', 'failed'] },
        { name: 'createdAt', type: 'date' },
        { name: 'to', type: 'text' },
        { name: 'subject', type: 'text' },
        { name: 'error', type: 'text' },
        { name: 'transport', type: 'text' },
        { name: 'type', type: 'text' },
      ],
    },
  ],
});
