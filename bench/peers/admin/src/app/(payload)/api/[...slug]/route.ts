import { REST_GET } from '@payloadcms/next/routes';
import config from '../../../../../payload.config.ts';

export const GET = REST_GET(config);
