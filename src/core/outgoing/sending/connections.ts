import type { GuardOptions } from '../guard/destination.ts';
import { type Connection, drop, openConnection } from './connection.ts';

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
