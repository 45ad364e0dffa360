import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { contextOf, type PortalContext } from '../../src/core/context.ts';
import { processMail } from '../../src/features/inbound/processMail.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';

let portal: TestPortal;
let mailId: number;

beforeAll(async () => {
  portal = await startPortal({ portal: { workers: 'external' } });
});

afterAll(() => portal.stop());

/** Its bytes are not in the storage, so that each try fails. */
beforeEach(async () => {
  const [row] = await query<{ id: number }>(
    portal.databaseUrl,
    `insert into inbound_mails (received_at, via, digest) values (now(), 'http', gen_random_uuid()) returning id`,
  );
  mailId = row?.id ?? 0;
});

const tryIt = (claims: number) =>
  processMail(
    { payload: portal.payload, portal: contextOf(portal.payload) as PortalContext, lane: 'known' },
    { data: { mailId }, claims },
  );

const outcome = async () => {
  const [row] = await query(portal.databaseUrl, 'select outcome, reason from inbound_mails where id = $1', [
    mailId,
  ]);
  return row;
};

it('a message that cannot be processed is tried again nine times', async () => {
  await expect(tryIt(9)).rejects.toThrow('the raw message is not in the file storage');
  expect(await outcome()).toEqual({ outcome: null, reason: null });
});

it('a message whose tenth try fails is failed, with the error', async () => {
  await tryIt(10);
  expect(await outcome()).toEqual({
    outcome: 'failed',
    reason: 'Tried 10 times: the raw message is not in the file storage.',
  });
});

it('a message that ends its process each time is not tried an eleventh time', async () => {
  await tryIt(11);
  expect(await outcome()).toEqual({
    outcome: 'failed',
    reason: 'Tried 10 times: each time the process ended.',
  });
});
