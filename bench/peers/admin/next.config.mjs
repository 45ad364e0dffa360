import { withPayload } from '@payloadcms/next/withPayload';

/** @type {import('next').NextConfig} */
const config = { typescript: { ignoreBuildErrors: true } };

export default withPayload(config);
