import config from '@payload-config';
import { GRAPHQL_POST, REST_OPTIONS } from '@payloadcms/next/routes';
import { getPayload } from 'payload';

/** Answers by the config of the running instance: the portal closes doors in it that Next's own copy leaves open. */
export const POST = async (request: Request): Promise<Response> => {
  const payload = await getPayload({ config });
  return GRAPHQL_POST(payload.config)(request);
};

export const OPTIONS = REST_OPTIONS(config);
