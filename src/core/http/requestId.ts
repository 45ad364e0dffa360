import { randomUUID } from 'node:crypto';

const acceptable = /^[\w.-]{1,128}$/;

/** The id a client or a proxy gave the request, if it is fit for a log line, else a new one. */
export const requestIdOf = (headers: Headers): string => {
  const given = headers.get('X-Request-Id');
  return given && acceptable.test(given) ? given : randomUUID();
};
