import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig } from 'payload';
import { supportPortal } from 'payload-support-portal';
import { Companies } from './collections/Companies';
import { Media } from './collections/Media';
import { Users } from './collections/Users';
import { fileMailer } from './mailer';
import { newsletter } from './plugins/newsletter';

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET ?? '',
  serverURL: process.env.SERVER_URL ?? '',
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL } }),
  editor: lexicalEditor(),
  email: fileMailer,
  collections: [Users, Companies, Media],
  admin: { user: 'users', importMap: { baseDir: process.cwd() } },
  plugins: [newsletter, supportPortal()],
});
