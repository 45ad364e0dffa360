import type { Payload } from 'payload';
import { onTestFinished } from 'vitest';
import { inTurnAt } from '../../../src/core/http/turns.ts';

/** Takes all turns of a subject, until the returned function is called, or the test is over. */
export const fillTurns = (payload: Payload, subject: string): (() => Promise<unknown>) => {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const turns = Array.from({ length: 4 }, () => inTurnAt(payload, subject, () => over));
  onTestFinished(end);
  return () => {
    end();
    return Promise.all(turns);
  };
};
