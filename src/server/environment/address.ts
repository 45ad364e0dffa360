import { isIP } from 'node:net';
import { EnvironmentError, quoted } from './environmentError.ts';
import { httpAddress, integer, text, type Variables } from './values.ts';

/** The address at which the portal listens, and the one at which the public reaches it. */
export interface AddressEnvironment {
  readonly port: number;
  readonly host: string;
  /** An origin: scheme, host and port, nothing after it. */
  readonly serverURL: string;
  readonly filesURL: string;
}

export const readAddress = (variables: Variables): AddressEnvironment => {
  const port = integer(variables, 'PORT', { fallback: 3000, min: 1, max: 65_535 });
  const serverURL = origin(variables) ?? `http://localhost:${port}`;
  return {
    port,
    host: host(variables),
    serverURL,
    filesURL: httpAddress(variables, 'FILES_URL') ?? `${serverURL}/api/v1/files`,
  };
};

const host = (variables: Variables): string => {
  const value = text(variables, 'HOST') ?? '127.0.0.1';
  const bare = value.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) === 0 && !/^(?!-)[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(bare)) {
    throw new EnvironmentError('HOST', `is ${quoted(value)}, which is no address or host name to listen on`);
  }
  return bare;
};

const origin = (variables: Variables): string | null => {
  const address = httpAddress(variables, 'SERVER_URL');
  if (address === null) return null;
  const { origin, pathname } = new URL(address);
  if (pathname !== '/')
    throw new EnvironmentError('SERVER_URL', `must not have a path, yet ends in ${quoted(pathname)}`);
  return origin;
};
