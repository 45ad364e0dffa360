import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, type PortalContext } from '../../src/core/context.ts';
import { processMail } from '../../src/features/inbound/processMail.ts';
import { type Client, keyClient } from '../support/api/api.ts';
import { deliver, withInbound, written } from '../support/mail/inbound.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;
let mailId: number;

beforeAll(async () => {
  portal = await startPortal({ portal: { ...withInbound, workers: 'external' } });
  people = await createPeople(portal);
  staff = await keyClient(portal, people.administrator, { owner: people.administrator });
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

describe('a message of which the storage has other bytes than those that came', () => {
  const damages = {
    'its end is gone': (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
    'some are added': (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('more words')]),
    'some are others': (bytes: Buffer) => Buffer.from(String(bytes).replace('many words', 'much worse')),
  };

  const text = 'many words '.repeat(900);

  const ticketsOf = (subject: string) =>
    query(portal.databaseUrl, 'select length(description) from tickets where subject = $1', [subject]);

  it.each(Object.entries(damages))(
    'is failed and stays, and is read once it is whole: %s',
    async (_, damage) => {
      const from = people.client.email;
      const { body } = await deliver(portal, written({ from, subject: damage.name, text }));
      mailId = Number(body.id);
      const [row] = await query<{ filename: string }>(
        portal.databaseUrl,
        'select filename from inbound_mails where id = $1',
        [mailId],
      );
      const filename = row?.filename ?? '';
      const path = join(portal.dataDir, 'inbound', filename.slice(0, 2), filename);
      const whole = readFileSync(path);
      writeFileSync(path, damage(whole));
      await expect(tryIt(9)).rejects.toThrow('other bytes');
      expect(await outcome()).toEqual({ outcome: null, reason: null });
      await tryIt(10);
      expect(await outcome()).toEqual({
        outcome: 'failed',
        reason:
          'Tried 10 times: The file storage returned other bytes of the file than were stored. Try again in a moment.',
      });
      const damaged = `/portal/v1/inbound-mails/${mailId}`;
      expect(await staff.get(damaged)).toMatchObject({
        status: 200,
        body: { outcome: 'failed', text: null },
      });
      const accepted = { organization_id: String(people.organization) };
      expect((await staff.post(`${damaged}/accept`, accepted)).status).toBe(503);
      expect(await ticketsOf(damage.name)).toEqual([]);

      writeFileSync(path, whole);
      expect((await staff.post(`${damaged}/process`)).status).toBe(202);
      await tryIt(1);
      expect(await outcome()).toEqual({ outcome: 'ticket', reason: null });
      expect(await ticketsOf(damage.name)).toEqual([{ length: text.trim().length }]);
    },
  );
});
