import { withPayload } from '@payloadcms/next/withPayload';

/** @type {import('next').NextConfig} */
export default withPayload({ typescript: { ignoreBuildErrors: true } });
