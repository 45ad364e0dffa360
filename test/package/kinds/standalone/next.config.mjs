import { withPayload } from '@payloadcms/next/withPayload';

/** @type {import('next').NextConfig} */
export default withPayload({ output: 'standalone', typescript: { ignoreBuildErrors: true } });
