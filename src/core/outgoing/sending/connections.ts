import type { LookupFunction, Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { type GuardOptions, type Rejection, resolveName } from '../guard/destination.ts';

/** The connections of a sender, kept for a few seconds after each request. */
interface Connections {
  /** Takes an idle connection, or opens a new one. */
  take(origin: string, options?: { isNew: boolean }): Connection;
  /** Returns a connection whose last response was read to its end. */
  keep(origin: string, connection: Connection): void;
  close(): void;
}

/** Idle connections of all origins together. If there are more, the one that has been idle for longest is closed. */
const mostIdle = 1_000;

export const buildConnections = (guard: GuardOptions): Connections => {
  /** Idle connections with their origins, in the order in which they became idle. */
  const idle = new Map<Connection, string>();
  const idleAt = new Map<string, Connection[]>();

  const takeOut = (connection: Connection): void => {
    const origin = idle.get(connection);
    if (origin === undefined) return;
    idle.delete(connection);
    const rest = idleAt.get(origin) ?? [];
    rest.splice(rest.lastIndexOf(connection), 1);
    if (rest.length === 0) idleAt.delete(origin);
  };

  const open = (origin: string): Connection =>
    openConnection(origin, guard, (connection) => {
      if (!idle.has(connection)) return;
      takeOut(connection);
      drop(connection);
    });

  const makeRoom = (): void => {
    const [oldest] = idle.keys();
    if (idle.size < mostIdle || !oldest) return;
    takeOut(oldest);
    drop(oldest);
  };

  return {
    take(origin, { isNew } = { isNew: false }) {
      const connection = isNew ? undefined : idleAt.get(origin)?.at(-1);
      if (!connection) return open(origin);
      takeOut(connection);
      return connection;
    },
    keep(origin, connection) {
      if (!connection.isOpen()) return drop(connection);
      makeRoom();
      idle.set(connection, origin);
      const others = idleAt.get(origin);
      if (others) others.push(connection);
      else idleAt.set(origin, [connection]);
    },
    close() {
      for (const connection of idle.keys()) drop(connection);
      idle.clear();
      idleAt.clear();
    },
  };
};

/** One connection to an origin, which carries one request at a time and may be kept for the next. */
export interface Connection {
  readonly client: Client;
  /** Call it before each request. */
  begin(): void;
  /** True if the present request uses a connection that carried another before. */
  isKept(): boolean;
  /** True if there was a connection, TLS included, for the present request. */
  wasMade(): boolean;
  isOpen(): boolean;
  /** Number of bytes that have come over it. */
  received(): number;
}

/** Time for which an idle connection is kept, in milliseconds: less than most servers keep it. */
const keepIdleFor = 4_000;

/** Milliseconds. They are more than the limit of a whole try, which ends a connection attempt first. */
const connectTimeout = 60_000;

const openConnection = (
  origin: string,
  guard: GuardOptions,
  onDisconnect: (connection: Connection) => void,
): Connection => {
  const connector = buildConnector({
    lookup: guardedLookup(new URL(origin).protocol, guard),
    timeout: connectTimeout,
  });
  let [isOpen, isKept, wasMade] = [false, false, false];
  let socket: Socket | null = null;
  const client = new Client(origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepIdleFor,
    keepAliveMaxTimeout: keepIdleFor,
    connect: (options, callback) =>
      connector(options, (...[error, made]) => {
        if (error) return callback(error, null);
        [isOpen, isKept, wasMade] = [true, false, true];
        socket = made;
        callback(null, made);
      }),
  });
  const connection: Connection = {
    client,
    begin() {
      [isKept, wasMade] = [isOpen, isOpen];
    },
    isKept: () => isKept,
    wasMade: () => wasMade,
    isOpen: () => isOpen,
    received: () => socket?.bytesRead ?? 0,
  };
  client.on('disconnect', () => {
    isOpen = false;
    onDisconnect(connection);
  });
  return connection;
};

export const drop = ({ client }: Connection): void => void client.destroy().catch(() => {});

/** The reason why no connection was attempted. */
export class RejectedDestination extends Error {
  override readonly name = 'RejectedDestination';
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(String(rejection.message));
    this.rejection = rejection;
  }
}

/** Resolves a name for a connection to exactly these addresses, so that a second lookup cannot return others. */
const guardedLookup =
  (protocol: string, options: GuardOptions): LookupFunction =>
  (name, { all }, callback) => {
    void resolveName(name, protocol, options).then((found) => {
      if (found.kind !== 'destination') return callback(new RejectedDestination(found), '', 0);
      const [first] = found.addresses;
      if (all) callback(null, [...found.addresses]);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
