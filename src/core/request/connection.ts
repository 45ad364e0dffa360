const key = Symbol.for('payload-support-portal.connection');

type Connected = object & { [key]?: Promise<boolean> };

/**
 * Gives the handler the connection of its response: `sent` becomes true once the operating system has
 * all of it, and false if the connection broke before. Only the portal's own server can tell.
 */
export const noteConnection = (request: object, sent: Promise<boolean>): void => {
  (request as Connected)[key] = sent;
};

/** The connection of a request. Returns null if its server does not tell. */
export const connectionOf = (request: object): Promise<boolean> | null => (request as Connected)[key] ?? null;
