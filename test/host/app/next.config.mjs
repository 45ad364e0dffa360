import { withPayload } from '@payloadcms/next/withPayload';

const root = import.meta.dirname;

/** @type {import('next').NextConfig} */
export default withPayload({
  // Makes a folder of its own beside an ordinary build.
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  // The checkout's own check of types covers these files.
  typescript: { ignoreBuildErrors: true },
  // Its cache is for a second build, which there is none of.
  experimental: { turbopackFileSystemCacheForBuild: false },
});
