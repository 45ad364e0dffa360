import { withPayload } from '@payloadcms/next/withPayload';

/** @type {import('next').NextConfig} */
export default withPayload({
  ...(process.env.OUTPUT === 'standalone' && { output: 'standalone' }),
  typescript: { ignoreBuildErrors: true },
});
