import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyClient } from '../support/api/api.ts';
import { eventually } from '../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople } from '../support/portal/people.ts';

let portal: TestPortal;

const rows = 100_000;

beforeAll(async () => {
  portal = await startPortal();
  // The first request makes the indexes.
  await portal.fetch('/api/v1/tickets');
  await query(
    portal.databaseUrl,
    `insert into inbound_mails (received_at, processed_at, via, "from", subject, message_id, outcome)
     select now() - n * interval '1 minute', now(), 'http', md5(n::text) || '@example.net', 'No. ' || md5((-n)::text),
       n || '@a.example', (case when n % 1000 = 0 then 'held' else 'ignored' end)::enum_inbound_mails_outcome
     from generate_series(1, ${rows}) n`,
  );
  const made = `select 1 from pg_indexes where tablename = 'inbound_mails' and indexname ~ 'search_idx|message_id_idx'`;
  await eventually(async () => (await query(portal.databaseUrl, made)).length === 3);
  await query(portal.databaseUrl, 'vacuum analyze inbound_mails');
});

afterAll(() => portal.stop());

const newest = 'order by received_at desc, id desc limit 26';

it.each([
  ['all', `select id from inbound_mails ${newest}`],
  ['one outcome', `select id from inbound_mails where outcome = 'held' ${newest}`],
  ['the number of one outcome', `select count(*) from inbound_mails where outcome = 'held'`],
  ['a sender', `select id from inbound_mails where "from" ilike '%c4ca4238a0b9%' ${newest}`],
  ['a subject', `select id from inbound_mails where subject ilike '%6bb61e3b7bce%' ${newest}`],
  ['the mail of a Message-ID', `select id from inbound_mails where message_id = any('{7@a.example,x}')`],
])('of 100,000 messages, %s are found by an index', async (_what, sql) => {
  const plan = await query<{ 'QUERY PLAN': string }>(portal.databaseUrl, `explain ${sql}`);
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(lines).toMatch(/Index (Only )?Scan/);
  expect(lines).not.toContain('Seq Scan');
});

it('a page of them says how many there are', async () => {
  const { administrator } = await createPeople(portal);
  const staff = await keyClient(portal, administrator, { owner: administrator });
  const { body } = await staff.get('/portal/v1/inbound-mails?outcome=held&per_page=2');
  expect(body.meta.total).toBe(rows / 1000);
  expect(body.data).toHaveLength(2);
});
