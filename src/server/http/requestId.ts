import type { IncomingMessage } from 'node:http';
import { requestIdOf as idOfHeaders } from '../../api/requestId.ts';

/** The id of a request as the API makes it, for every door of the server. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return idOfHeaders(new Headers(typeof given === 'string' ? { 'X-Request-Id': given } : {}));
};
