import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isUnstorable, reasonOf } from '../../src/core/shared/errors/errors.ts';
import { deliver, withInbound, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ portal: withInbound });
});
afterAll(() => portal.stop());

/** Three bytes a character, which no compression makes shorter. */
const characters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCodePoint(randomInt(0x4e_00, 0x9f_a0))).join('');

const rowOf = async (id: string) => {
  const [row] = await query<Record<'outcome' | 'reason' | 'from' | 'subject' | 'filename', string | null>>(
    portal.databaseUrl,
    'select outcome, reason, "from", subject, filename from inbound_mails where id = $1',
    [id],
  );
  if (!row) throw new Error('The message is gone.');
  return row;
};

const settled = async (id: string) => {
  await eventually(async () => (await rowOf(id)).outcome !== null, 60);
  return rowOf(id);
};

const longSenders = {
  'one long address': () => `${characters(980)}@b.example`,
  'thirty addresses': () => Array.from({ length: 30 }, () => `${characters(40)}@b.example`).join(',\r\n '),
};

it.each(Object.entries(longSenders))('a mail is taken whose From is %s', async (_what, from) => {
  const { status, body } = await deliver(portal, written({ from: from() }));
  expect(status).toBe(202);
  const row = await settled(body.id);
  expect(row.outcome).toBe('held');
  expect(row.from?.length).toBe(row.from?.includes(',') ? 1_000 : 990);
});

it('such a From is noted behind a long header, too', async () => {
  const message = `X-Long: ${'x'.repeat(40_000)}\r\n${written({ from: longSenders['one long address']() })}`;
  const { status, body } = await deliver(portal, message);
  expect(status).toBe(202);
  expect((await settled(body.id)).from).toHaveLength(990);
});

it('a message whose header PostgreSQL cannot store is kept without it, once', async () => {
  // As in an app that has not run its migration.
  await query(
    portal.databaseUrl,
    `create index too_small on inbound_mails ("from") where subject = 'words of a stranger'`,
  );
  const message = written({ from: longSenders['one long address'](), subject: 'words of a stranger' });
  const first = await deliver(portal, message);
  expect(first.status).toBe(202);
  expect(await rowOf(first.body.id)).toMatchObject({
    from: null,
    subject: null,
    filename: expect.any(String),
  });
  expect(await deliver(portal, message)).toEqual({ status: 200, body: first.body });
  await query(portal.databaseUrl, 'drop index too_small');
  // Its header is noted by the next try to process it.
  expect((await settled(first.body.id)).subject).toBe('words of a stranger');
});

it('a row that is refused whatever the header is makes no message known that is not stored', async () => {
  await query(
    portal.databaseUrl,
    `create function refuse_file() returns trigger language plpgsql as
       $$ begin raise exception 'no' using errcode = '23502'; end $$;
     create trigger refuse_file before insert on inbound_mails for each row execute function refuse_file()`,
  );
  const message = written({ from: 'eve@b.example' });
  expect((await deliver(portal, message)).status).toBe(500);
  await query(portal.databaseUrl, 'drop trigger refuse_file on inbound_mails');
  expect((await deliver(portal, message)).status).toBe(202);
});

it('a failure that may pass is no reason to give a message up', async () => {
  await query(
    portal.databaseUrl,
    `create function refuse_mail() returns trigger language plpgsql as
       $$ begin raise exception 'not now' using errcode = new.subject; end $$;
     create trigger refuse_mail before insert on inbound_mails for each row execute function refuse_mail()`,
  );
  const statusOf = async (subject: string) =>
    (await deliver(portal, written({ from: 'ann@b.example', subject }))).status;
  // A full disk, a timeout, a lock, a column that is not there yet.
  expect(await statusOf('53100')).toBe(507);
  expect(await statusOf('57014')).toBe(503);
  for (const state of ['55P03', '42703']) expect(await statusOf(state)).toBe(500);
  const rows = await query(portal.databaseUrl, `select 1 from inbound_mails where "from" = 'ann@b.example'`);
  expect(rows).toEqual([]);
  await query(portal.databaseUrl, 'drop trigger refuse_mail on inbound_mails');
});

it('a reason names neither a statement nor its values', () => {
  const driver = Object.assign(new Error('invalid input syntax: "Ann"'), { code: '22P02' });
  const statement = Object.assign(new Error('Failed query: insert … params: Ann', { cause: driver }), {
    query: 'insert …',
  });
  expect(reasonOf(statement)).toBe('PostgreSQL reported SQLSTATE 22P02');
  const lost = Object.assign(
    new Error('Failed query: … Ann', { cause: new Error('Connection terminated') }),
    {
      query: 'insert …',
    },
  );
  expect(reasonOf(lost)).toBe('Connection terminated');
  // A code of a system call, as short as a SQLSTATE.
  const pipe = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  expect([reasonOf(pipe), isUnstorable(pipe)]).toEqual(['write EPIPE', false]);
});
