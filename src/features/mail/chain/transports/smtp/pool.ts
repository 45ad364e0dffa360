import type { SmtpSession } from './session.ts';

/** A session waiting for its next mail; one whose last mail was refused has to be reset before. */
interface IdleSession {
  readonly session: SmtpSession;
  readonly needsReset: boolean;
}

/**
 * A few connections, kept for a moment for the next mail. nodemailer's own pool sends a mail again when its
 * connection breaks, even after the body: that may deliver it twice, so it is not used here.
 */
interface SessionPool {
  /** Runs `task` when one of the connections may be used; the task takes an idle one, or opens its own. */
  withConnection<Result>(task: () => Promise<Result>): Promise<Result>;
  /** The session that was used last, if one is idle. The server may have closed it meanwhile. */
  takeIdle(): IdleSession | null;
  keep(idle: IdleSession): void;
  /** Ends idle sessions; those at work end after their mail. */
  close(): Promise<void>;
}

/** @param idleFor in milliseconds; an idle session never keeps the process alive. */
export const createSessionPool = (maxConnections: number, idleFor: number): SessionPool => {
  const waiting: (() => void)[] = [];
  let idle: (IdleSession & { readonly timer: NodeJS.Timeout })[] = [];
  let busy = 0;
  let closed = false;

  const free = () => {
    const next = waiting.shift();
    if (next) next();
    else busy--;
  };
  const expire = (session: SmtpSession) => {
    idle = idle.filter((entry) => entry.session !== session);
    void session.end();
  };

  return {
    async withConnection(task) {
      if (busy < maxConnections) busy++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        free();
      }
    },
    takeIdle() {
      const entry = idle.pop();
      if (!entry) return null;
      clearTimeout(entry.timer);
      entry.session.wake();
      return entry;
    },
    keep({ session, needsReset }) {
      session.park();
      if (closed || idleFor <= 0) return void session.end();
      idle.push({ session, needsReset, timer: setTimeout(expire, idleFor, session).unref() });
    },
    async close() {
      closed = true;
      const ending = idle;
      idle = [];
      for (const { timer } of ending) clearTimeout(timer);
      await Promise.all(ending.map(({ session }) => session.end()));
    },
  };
};
