import type { GuardOptions } from '../guard/destination.ts';
import { type Connection, drop, openConnection } from './connection.ts';

/** The connections of a sender, kept for a few seconds after each request. */
export interface Connections {
  /** One that is idle, or a new one. */
  take(origin: string, options?: { isNew: boolean }): Connection;
  /** Gives back one whose last answer was read to its end. */
  keep(origin: string, connection: Connection): void;
  close(): void;
}

/** For each origin. */
const mostIdle = 100;

export const buildConnections = (guard: GuardOptions): Connections => {
  const idle = new Map<string, Connection[]>();

  const takeOut = (origin: string, connection: Connection): void => {
    const rest = (idle.get(origin) ?? []).filter((other) => other !== connection);
    if (rest.length > 0) idle.set(origin, rest);
    else idle.delete(origin);
  };

  const open = (origin: string): Connection =>
    openConnection(origin, guard, (connection) => {
      if (!idle.get(origin)?.includes(connection)) return;
      takeOut(origin, connection);
      drop(connection);
    });

  return {
    take(origin, { isNew } = { isNew: false }) {
      const connection = isNew ? undefined : idle.get(origin)?.at(-1);
      if (!connection) return open(origin);
      takeOut(origin, connection);
      return connection;
    },
    keep(origin, connection) {
      const kept = idle.get(origin) ?? [];
      if (kept.length < mostIdle && connection.isOpen()) idle.set(origin, [...kept, connection]);
      else drop(connection);
    },
    close() {
      for (const connection of [...idle.values()].flat()) drop(connection);
      idle.clear();
    },
  };
};
