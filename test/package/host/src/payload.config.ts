import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig } from 'payload';
import { structuredLogger, supportPortal } from 'payload-support-portal';
import { Companies } from './collections/Companies';
import { Media } from './collections/Media';
import { Users } from './collections/Users';
import { fileMailer } from './mailer';
import { newsletter } from './plugins/newsletter';

const roles = { it: 'administrator', press: 'editor', sales: 'representative', customer: 'client' } as const;

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET ?? '',
  serverURL: process.env.SERVER_URL ?? '',
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL ?? '' } }),
  editor: lexicalEditor(),
  email: fileMailer,
  collections: [Users, Companies, Media],
  admin: { user: 'users' },
  logger: structuredLogger(),
  telemetry: false,
  plugins: [
    newsletter,
    supportPortal({
      collections: {
        organizations: { slug: 'companies' },
        tickets: { fields: [{ name: 'product', type: 'text' }] },
        folders: {
          slug: 'shared-folders',
          overrides: (folders) => ({ ...folders, admin: { group: 'Shared' } }),
        },
        emailLog: { fields: [{ name: 'campaign', type: 'text' }] },
      },
      roles: {
        resolve: ({ user }) => {
          const department: keyof typeof roles = user.department;
          return roles[department];
        },
        organizationsOf: ({ user }) => (user.company ? [idOf(user.company)] : []),
      },
      hooks: {
        beforeEmailLog: [({ row }) => ({ ...row, campaign: row.subject === 'News' ? 'spring' : null })],
        emailLogRetentionDays: () => 30,
      },
      workers: process.env.WORKERS === 'external' ? 'external' : 'inline',
    }),
  ],
});

const idOf = (company: number | { id: number }): number =>
  typeof company === 'number' ? company : company.id;
