import { retryAfter } from '../../core/shared/errors/errors.ts';
import type { GatewayRequest } from './exchange.ts';
import { respondPlainly } from './plainResponse.ts';

/** The response to a body, a header or an address that the gateway does not pass on. */
export interface Refusal {
  readonly status: 400 | 413 | 415 | 503;
  readonly error: 'bad_request' | 'payload_too_large' | 'unsupported_media_type' | 'unavailable';
  readonly message: string;
}

export const tooLarge: Refusal = {
  status: 413,
  error: 'payload_too_large',
  message: 'The body is larger than 1 MiB, or than 5 MiB with a session, or its GraphQL query than 32 KiB.',
};

export const tooSlow: Refusal = {
  status: 503,
  error: 'unavailable',
  message: 'The body came too slowly, while many others came. Send it again.',
};

export const tooManyValues: Refusal = {
  status: 413,
  error: 'payload_too_large',
  message: 'The body holds too many values, or nests them too deeply.',
};

/** The CMS would keep the files of a form for GraphQL before it refuses it; to one for a page, Next responds with 500. */
export const noForm: Refusal = {
  status: 415,
  error: 'unsupported_media_type',
  message: 'This address takes no form.',
};

export const malformedForm: Refusal = {
  status: 400,
  error: 'bad_request',
  message: 'The form is malformed, or not all there.',
};

/** The CMS answers 500. */
export const notJson: Refusal = { status: 400, error: 'bad_request', message: 'The body is not valid JSON.' };

export const notPlain: Refusal = {
  status: 400,
  error: 'bad_request',
  message: 'The locale or the depth of the parameters is malformed.',
};

export const malformedState: Refusal = {
  status: 400,
  error: 'bad_request',
  message: 'The header Next-Router-State-Tree is malformed.',
};

/** The refusal of parameters that would take seconds to read. */
export const heavyQuery: Refusal = {
  status: 400,
  error: 'bad_request',
  message: 'There are too many parameters, or their lists have too many places.',
};

export const manyCookies: Refusal = {
  status: 400,
  error: 'bad_request',
  message: 'The header Cookie holds more than 200 cookies.',
};

export const refuse = (
  { request, response, requestId }: GatewayRequest,
  { status, ...body }: Refusal,
): null => {
  const headers = status === 503 ? { 'Retry-After': retryAfter } : undefined;
  respondPlainly(request, response, { status, body: { ...body, request_id: requestId }, headers });
  return null;
};
