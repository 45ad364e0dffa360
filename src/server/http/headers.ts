import type { IncomingMessage } from 'node:http';
import { requestIdOf as idOfHeaders } from '../../core/http/headers.ts';
import type { Client } from './client.ts';

/** Headers that the server sets itself, replacing the client's. */
const ofProxies = /^(?:x-forwarded-.*|x-real-ip|forwarded|x-request-id)$/;

/**
 * Replaces the client's own statements about its address by the server's knowledge. `X-Forwarded-Host` stays only if a
 * trusted proxy set it.
 */
export const rewriteHeaders = (
  { headers }: IncomingMessage,
  { address, protocol, host, hostIsForwarded }: Client,
  requestId: string,
): void => {
  for (const name of Object.keys(headers)) {
    if (ofProxies.test(name)) delete headers[name];
  }
  headers.host = host;
  if (hostIsForwarded) headers['x-forwarded-host'] = host;
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-proto'] = protocol;
  headers['x-request-id'] = requestId;
};

/** Browsers name themselves in 300 characters, and their languages in fewer. */
const longestOfBrowser = 1_000;

/**
 * Next looks for crawlers in the name of the browser, and the CMS sorts its languages. Both take more time than the length: a
 * second for a name of 16 KB, half of one for as many languages.
 */
export const shortenBrowserHeaders = ({ headers }: IncomingMessage): void => {
  for (const name of ['user-agent', 'accept-language'] as const) {
    const value = headers[name];
    if (value !== undefined) headers[name] = value.slice(0, longestOfBrowser);
  }
};

/** Browsers keep fewer than two hundred cookies of a site. */
const mostCookies = 200;

/** True for more cookies than a browser sends. Next takes the square of their number to read them: seconds for 2,500. */
export const hasManyCookies = ({ headers: { cookie = '' } }: IncomingMessage): boolean =>
  cookie.split(';', mostCookies + 1).length > mostCookies;

/**
 * Next compares `Origin` with the forwarded host before it runs a server action: one from the public address must pass,
 * though a proxy may have put another host in its place.
 */
export const forwardHostToNext = (
  { headers }: IncomingMessage,
  { host }: Client,
  serverURL: string,
): void => {
  headers['x-forwarded-host'] = headers.origin === serverURL ? new URL(serverURL).host : host;
};

/** The id of a request, by the same rule as in the API. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers['x-request-id'];
  return idOfHeaders(new Headers(typeof given === 'string' ? { 'X-Request-Id': given } : {}));
};

/** The credentials alone, for a session is no other header's. */
export const credentialsOf = ({ headers }: IncomingMessage): Headers => {
  const { authorization, cookie, origin } = headers;
  const site = headers['sec-fetch-site'];
  const named = {
    authorization,
    cookie,
    origin,
    'sec-fetch-site': typeof site === 'string' ? site : undefined,
  };
  return new Headers(
    Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};
