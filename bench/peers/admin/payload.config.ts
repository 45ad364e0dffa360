import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import { buildConfig, type CollectionConfig } from 'payload';
import { supportPortal } from 'payload-support-portal';

/** The list that the CMS makes by itself, searched by subject as the portal's is. */
const withStockList = ({ admin, ...collection }: CollectionConfig): CollectionConfig => {
  const { components, baseFilter, ...rest } = admin ?? {};
  return { ...collection, admin: { ...rest, listSearchableFields: ['subject'] } };
};

/** A portal whose email log and tickets have the CMS's stock lists in the place of the portal's. */
export default buildConfig({
  secret: process.env.PAYLOAD_SECRET ?? '',
  db: postgresAdapter({
    pool: { connectionString: process.env.DATABASE_URL ?? '', max: 10 },
    push: false,
  }),
  editor: lexicalEditor(),
  telemetry: false,
  typescript: { autoGenerate: false },
  admin: { importMap: { autoGenerate: false }, user: 'users' },
  plugins: [
    supportPortal({
      workers: 'external',
      dataDir: process.env.PORTAL_DATA_DIR ?? '.portal',
      collections: { emailLog: { overrides: withStockList }, tickets: { overrides: withStockList } },
    }),
  ],
});
