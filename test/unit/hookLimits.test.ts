import type { Payload } from 'payload';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callAfterEmail } from '../../hooks/afterEmail.ts';
import { applyBeforeEmailLog } from '../../hooks/beforeEmailLog.ts';
import { askRetentionDays } from '../../hooks/emailLogRetentionDays.ts';
import { chainTransports } from '../../src/features/mail/chain/chain.ts';

/** Code of the app that never ends, as that which waits for a server without an answer. */

const never = () => new Promise<never>(() => {});
const error = vi.fn<(entry: { err: Error }) => void>();
const payload = { logger: { error } } as unknown as Payload;
const next = vi.fn(() => {});
const row = { type: 'x', to: ['ann@example.com'] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.clearAllMocks();
});

afterEach(() => {
  vi.useRealTimers();
});

const afterSeconds = async <Result>(seconds: number, work: Promise<Result>): Promise<Result> => {
  // Each call of a hook begins its own timer once the one before has ended.
  for (let passed = 0; passed < seconds; passed += 1) await vi.advanceTimersByTimeAsync(1_000);
  return work;
};

const optionsWith = (hooks: object) => ({ hooks }) as unknown as Parameters<typeof callAfterEmail>[0];

const logged = () => error.mock.calls.map(([{ err }]) => err.message);
const tooLong = 'It did not end within 30 seconds.';

it('an afterEmail hook is left behind after 30 seconds, and the next one is called', async () => {
  const call = callAfterEmail(optionsWith({ beforeEmailLog: [], afterEmail: [never, next] }));
  const underWay = { id: '1', finished: async () => {} };
  await afterSeconds(31, call(payload, underWay as never, row as never));
  expect(next).toHaveBeenCalledOnce();
  expect(logged()).toEqual([tooLong]);
});

it('the row goes on as it was after a beforeEmailLog hook that does not end', async () => {
  const apply = applyBeforeEmailLog(optionsWith({ beforeEmailLog: [never] }));
  expect(await afterSeconds(31, apply(payload, row as never, null))).toBe(row);
  expect(logged()).toEqual([tooLong]);
});

it('nothing is deleted after an emailLogRetentionDays hook that does not end', async () => {
  const ask = askRetentionDays(optionsWith({ emailLogRetentionDays: never }));
  expect(await afterSeconds(31, ask(payload))).toEqual({ kind: 'threw', error: tooLong });
});

it('a transport that never answers leaves the outcome unknown, and no other one gets the mail', async () => {
  const send = vi.fn(never);
  const chain = chainTransports([
    { name: 'stuck', send: never },
    { name: 'other', send },
  ]);
  const mail = { recipients: ['ann@example.com'] } as unknown as Parameters<typeof chain.send>[0];
  expect(await afterSeconds(601, chain.send(mail))).toMatchObject({
    outcome: 'unknown',
    transport: 'stuck',
    error: 'Outcome unknown: It did not end within 600 seconds.',
  });
  expect(send).not.toHaveBeenCalled();
});
