import { fileURLToPath } from 'node:url';
import { withPayload } from '@payloadcms/next/withPayload';

const workspace = fileURLToPath(new URL('../..', import.meta.url));

/** @type {import('next').NextConfig} */
export default withPayload({
  basePath: '/desk',
  output: 'standalone',
  outputFileTracingRoot: workspace,
  typescript: { ignoreBuildErrors: true },
  // Its cache is for a second build, which there is none of.
  experimental: { turbopackFileSystemCacheForBuild: false },
});
