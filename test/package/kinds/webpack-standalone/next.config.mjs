import { withPayload } from '@payloadcms/next/withPayload';

/** @type {import('next').NextConfig} */
export default withPayload({
  output: 'standalone',
  // A lockfile above the app's folder would make Next take that one for the root.
  outputFileTracingRoot: import.meta.dirname,
  typescript: { ignoreBuildErrors: true },
});
