import { createServer, type RequestListener, type Server } from 'node:http';
import { EnvironmentError, type PortalEnvironment } from '../environment.ts';

/** Longer than proxies keep an idle connection: else one of their requests meets a closed one. */
const keepAliveTimeout = 65_000;
/** A large upload over a slow line. */
const requestTimeout = 3_600_000;

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'needs rights that this user does not have',
};

/**
 * @throws EnvironmentError where the port is taken or the host is not this machine's
 */
export const listen = async (
  { host, port }: Pick<PortalEnvironment, 'host' | 'port'>,
  listener: RequestListener,
): Promise<Server> => {
  const server = createServer({ keepAliveTimeout, requestTimeout }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''];
      reject(
        reason
          ? new EnvironmentError('PORT', `${port} ${reason}`)
          : new EnvironmentError('HOST', `is "${host}", on which this machine cannot listen (${error.code})`),
      );
    });
    server.listen({ host, port }, resolve);
  });
  return server;
};
