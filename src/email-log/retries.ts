import { isRefusal } from './refusal.ts';
import type { Spool } from './spool/spool.ts';

/** Tries the rows that wait, until each is in the log. */
export interface Retries {
  /** Sees to it that rows which wait are tried before long. */
  begin(): void;
  /** Puts a row that PostgreSQL refused behind all others. */
  putBack(key: string): void;
  /** Tries them now, as long as that leads on. Never throws. */
  now(): Promise<void>;
  close(): void;
}

interface RetryParts {
  spool: Spool;
  /** Writes a row; rejects where the database does not take it. */
  record(key: string): Promise<void>;
  isDatabaseAway(): boolean;
}

/** Rows of one turn: few while the database is away, for they only find out whether it is back. */
const turn = { usual: 500, away: 50 } as const;

/** Refused rows that get another chance in each turn: they may be many, and none of them is to hold up others. */
const refusedTurn = 20;

/** Between turns that lead to nothing, in milliseconds; each pause is twice the last. */
const shortestPause = 250;
const longestPause = 5_000;

export const buildRetries = ({ spool, record, isDatabaseAway }: RetryParts): Retries => {
  /** Rows that PostgreSQL refused, those last that were refused last. */
  const refused = new Set<string>();
  let pause = shortestPause;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isClosed = false;

  const waiting = (limit: number): string[] => {
    const keys: string[] = [];
    for (const [key, { state }] of spool.rows) {
      if (keys.length === limit) break;
      if (state === 'waiting' && !refused.has(key)) keys.push(key);
    }
    return keys;
  };

  /** @returns whether the row is in the log */
  const retry = async (key: string): Promise<boolean> => {
    try {
      await record(key);
    } catch (error) {
      refused.delete(key);
      if (isRefusal(error)) refused.add(key);
      return false;
    }
    refused.delete(key);
    return true;
  };

  /** @returns whether any row got into the log */
  const takeTurn = async (): Promise<boolean> => {
    const again = [...refused].slice(0, refusedTurn);
    const keys = [...waiting(isDatabaseAway() ? turn.away : turn.usual), ...again];
    const outcomes = await Promise.all(keys.map(retry));
    return outcomes.includes(true);
  };

  const takeTurns = async (): Promise<void> => {
    pause = Math.min(pause * 2, longestPause);
    while (!isClosed && (await takeTurn())) pause = shortestPause;
  };

  const now = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    running ??= takeTurns().finally(() => {
      running = null;
      if (refused.size > 0 || waiting(1).length > 0) begin();
    });
    return running;
  };

  const begin = (): void => {
    if (isClosed || timer || running) return;
    timer = setTimeout(now, pause).unref();
  };

  return {
    begin,
    putBack: (key) => void refused.add(key),
    now,
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
    },
  };
};
