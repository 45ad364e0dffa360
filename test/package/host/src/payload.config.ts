import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig } from 'payload';
import { structuredLogger, supportPortal } from 'payload-support-portal';
import { Companies } from './collections/Companies';
import { Media } from './collections/Media';
import { Users } from './collections/Users';
import { mailer } from './mailer';
import { importer } from './plugins/importer';
import { newsletter } from './plugins/newsletter';
import { keepTicketEvent } from './ticketEvents';

const roles = { it: 'administrator', press: 'editor', sales: 'representative', customer: 'client' } as const;

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET ?? '',
  serverURL: process.env.SERVER_URL ?? '',
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL ?? '' } }),
  editor: lexicalEditor(),
  email: mailer,
  collections: [Users, Companies, Media],
  admin: { user: 'users' },
  logger: structuredLogger(),
  telemetry: false,
  plugins: [
    newsletter,
    importer,
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
        afterTicketEvent: [keepTicketEvent],
      },
      clients: { pages: { path: `${process.env.NEXT_BASE_PATH ?? ''}/support` } },
      webhooks: { allowedNetworks: ['127.0.0.0/8'] },
      workers: process.env.WORKERS === 'external' ? 'external' : 'inline',
    }),
  ],
});

const idOf = <Id extends number | string>(company: Id | { id: Id }): Id =>
  typeof company === 'object' ? company.id : company;
