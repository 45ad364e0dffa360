import { withPayload } from '@payloadcms/next/withPayload';

/** @type {import('next').NextConfig} */
const config = {
  // The server and Next share one instance of each: the CMS keeps its state in module scope.
  serverExternalPackages: [
    'payload',
    '@payloadcms/db-postgres',
    '@payloadcms/drizzle',
    '@payloadcms/graphql',
    'pg',
    'prom-client',
    'nodemailer-10',
    'undici',
  ],
  // `npm run check` reads the types, once, for all of the repository.
  typescript: { ignoreBuildErrors: true },
  // A first build writes it for 40 seconds of CPU and 240 MB. Later builds, which follow an update, begin anew without it.
  experimental: { turbopackFileSystemCacheForBuild: false },
  poweredByHeader: false,
  // The portal has no pictures for Next to resize, so no one can ask it to.
  images: { unoptimized: true },
  redirects: async () => [{ source: '/', destination: '/admin', permanent: false }],
};

export default withPayload(config);
