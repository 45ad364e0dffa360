import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalReq } from 'payload';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, type PortalContext } from '../../../src/core/context.ts';
import { enqueue } from '../../../src/core/jobs/jobs.ts';
import { alertQueue } from '../../../src/features/alerts/send.ts';
import { takeEvents } from '../../../src/features/delivery/takeEvents.ts';
import {
  type ErasureJob,
  eraseAgain,
  reencryptErasures,
} from '../../../src/features/email-log/erasure/erase.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../../support/portal/people.ts';

const path = '/api/portal/v1/email-log/erase';

let portal: TestPortal;
let people: People;
let context: PortalContext;

beforeAll(async () => {
  portal = await startPortal({ portal: { workers: 'external' } });
  people = await createPeople(portal);
  context = contextOf(portal.payload) as PortalContext;
});

afterAll(() => portal.stop());

beforeEach(async () => {
  for (const table of ['mail_deliveries', 'email_log', 'email_log_purges', 'support_portal.jobs'])
    await query(portal.databaseUrl, `delete from ${table}`);
});

const erase = async (body: unknown, role: PersonRole = 'administrator') => {
  const response = await portal.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `JWT ${people[role].token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

const list = async (parameters = '') => {
  const response = await portal.fetch(`/api/portal/v1/email-log${parameters}`, {
    headers: { Authorization: `JWT ${people.administrator.token}` },
  });
  return (await response.json()).data;
};

interface Row {
  readonly to?: string;
  readonly error?: string | null;
  readonly fallback?: unknown;
  readonly messageId?: string;
}

const addRow = ({ to = 'Eva@Gone.example', error = null, fallback = null, messageId = 'one' }: Row = {}) =>
  query(
    portal.databaseUrl,
    `insert into email_log ("to", subject, status, error, fallback, message_id, created_at)
     values ($1, 'VPN is slow', $2, $3, $4, $5, now())`,
    [to, error ? 'failed' : 'sent', error, fallback && JSON.stringify(fallback), messageId],
  );

/** Every text of every table, as a dump of the database would show it. */
const dump = async (): Promise<string> => {
  const tables = await query<{ name: string }>(
    portal.databaseUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'support_portal')`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => query(portal.databaseUrl, `select t::text as text from ${name} t`)),
  );
  return JSON.stringify(texts);
};

const spooled = (): string => {
  const folder = join(portal.dataDir, 'mail-spool');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
};

describe('POST /api/portal/v1/email-log/erase', () => {
  it('puts [erased] in the place of an address, in any case, and keeps the row', async () => {
    await addRow();
    expect(await erase({ address: ' eva@gone.example ' })).toEqual({ status: 200, body: { erased: 1 } });
    expect(await list()).toMatchObject([{ to: '[erased]', subject: null, status: 'sent' }]);
  });

  it.each(["'A'", 'to=A', 'RCPT TO:A', '|A|', '{A}', '`A`', '/A', '?A', '*A*', 'A-', 'A_x', '<A>.'])(
    'finds an address that an error writes as %s',
    async (notation) => {
      const error = `550 ${notation.replace('A', 'eva@gone.example')} is unknown, not joeva@gone.example.org`;
      await addRow({ error });
      await erase({ address: 'eva@gone.example' });
      const [row] = await list();
      expect(row.error).toBe(error.replace('eva@gone.example', '[erased]'));
    },
  );

  it('is not brought back by a bounce that comes later', async () => {
    await addRow();
    await erase({ address: 'eva@gone.example' });
    const event = {
      eventId: 'late',
      messageIds: ['one'],
      recipient: 'eva@gone.example',
      state: 'bounced' as const,
      isPermanent: true,
      detail: '550 <eva@gone.example>: no such user',
      at: new Date(),
    };
    await takeEvents(await createLocalReq({}, portal.payload), context, 'mail', [event]);
    expect(await list('?delivery=bounced')).toHaveLength(1);
    const [delivery] = await query(portal.databaseUrl, 'select recipient, detail from mail_deliveries');
    expect(delivery).toEqual({ recipient: '[erased]', detail: null });
  });

  it('finds an address in what servers and providers say, who know its domain in ASCII', async () => {
    const [address, wire] = ['eva@bücher.example', 'Eva@xn--bcher-kva.example'];
    const error = `550 <${wire}>: no such user`;
    await addRow({ to: address, error, fallback: [{ transport: 'smtp', error }] });
    const event = {
      messageIds: ['one'],
      recipient: wire,
      state: 'bounced',
      isPermanent: true,
      detail: error,
      at: new Date(),
    } as const;
    const req = await createLocalReq({}, portal.payload);
    await takeEvents(req, context, 'resend', [{ ...event, eventId: 'told' }]);
    await takeEvents(req, context, 'resend', [
      { ...event, eventId: 'early', messageIds: ['of a row to come'] },
    ]);
    expect(await erase({ address })).toMatchObject({ body: { erased: 1 } });
    const left = '550 <[erased]>: no such user';
    expect(await list()).toMatchObject([
      { error: left, fallback: [{ error: left }], delivery: { recipients: [{ detail: left }] } },
    ]);
    expect((await dump()).toLowerCase()).not.toContain(wire.toLowerCase());
  });

  it('forgets a change of an address that waits for its confirmation, and its mails', async () => {
    const user = await portal.payload.create({
      collection: 'users',
      data: { email: 'changing@example.com', password: 'a long password', role: 'editor' },
    });
    const data = { email: 'eva@gone.example' };
    const caller = { ...user, collection: 'users' as const };
    await portal.payload.update({
      collection: 'users',
      id: user.id,
      data,
      user: caller,
      overrideAccess: false,
    });
    const waiting = () =>
      query(
        portal.databaseUrl,
        `select email from support_portal.email_changes
         union all select data->>'to' from support_portal.jobs where queue = 'email-changes'`,
      );
    expect(await waiting()).toEqual(Array(3).fill(data));
    await erase({ address: 'Eva@gone.example' });
    expect(await waiting()).toEqual([]);
  });

  it('takes an address whose local part is quoted', async () => {
    const address = '"eva gone"@gone.example';
    await addRow({
      to: `bob@example.com, ${address}`,
      error: `550 <${address}>: no such user`,
      fallback: [{ transport: 'smtp', error: `<${address}>` }],
    });
    expect(await erase({ address })).toEqual({ status: 200, body: { erased: 1 } });
    expect(await list()).toMatchObject([
      {
        to: 'bob@example.com, [erased]',
        error: '550 <[erased]>: no such user',
        fallback: [{ error: '<[erased]>' }],
      },
    ]);
  });

  it('leaves other recipients, and then the subject', async () => {
    await addRow({ to: 'bob@example.com, eva@gone.example, joeva@gone.example' });
    await erase({ address: 'eva@gone.example' });
    expect(await list()).toMatchObject([
      { to: 'bob@example.com, [erased], joeva@gone.example', subject: 'VPN is slow' },
    ]);
    await erase({ address: 'bob@example.com' });
    await erase({ address: 'joeva@gone.example' });
    expect(await list()).toMatchObject([{ to: '[erased], [erased], [erased]', subject: null }]);
  });

  it('takes it out of errors, whole, and of what was refused before', async () => {
    const error = '550 <Eva@gone.example>: no such user; joeva@gone.example, eva@gone.example.com stay';
    await addRow({ error, fallback: [{ transport: 'smtp', error }] });
    await erase({ address: 'eva@gone.example' });
    const left = '550 <[erased]>: no such user; joeva@gone.example, eva@gone.example.com stay';
    expect(await list()).toMatchObject([{ error: left, fallback: [{ transport: 'smtp', error: left }] }]);
  });

  it('takes it out of what became of its mails, told before or waiting for a row', async () => {
    await addRow({ to: 'bob@example.com, eva@gone.example' });
    const event = {
      eventId: 'an event of both',
      messageIds: ['one'],
      state: 'bounced',
      isPermanent: true,
      detail: '550 eva@gone.example is unknown',
      at: new Date(),
    } as const;
    const events = ['bob@example.com', 'eva@gone.example'].map((recipient) => ({ ...event, recipient }));
    const early = events.map((one) => ({ ...one, messageIds: ['of a row to come'] }));
    const req = await createLocalReq({}, portal.payload);
    await takeEvents(req, context, 'resend', events);
    await takeEvents(req, context, 'resend', early);
    await erase({ address: 'eva@gone.example' });
    await erase({ address: 'bob@example.com' });
    expect((await list())[0].delivery).toMatchObject({
      state: 'bounced',
      recipients: [
        { address: '[erased]', detail: '550 [erased] is unknown' },
        { address: '[erased]', detail: '550 [erased] is unknown' },
      ],
    });
    await takeEvents(req, context, 'resend', events);
    expect(await query(portal.databaseUrl, 'select 1 from mail_deliveries')).toHaveLength(2);
    expect(await dump()).not.toContain('eva@gone.example');
  });

  it('takes it out of alerts, and of what waits for another recipient', async () => {
    const detail = '550 <eva@gone.example> is unknown';
    await query(
      portal.databaseUrl,
      `insert into support_portal.alerts (kind, count, detail, looked_at) values ('mail_failing', 1, $1, now())
       on conflict (kind) do update set detail = excluded.detail`,
      [detail],
    );
    const req = await createLocalReq({}, portal.payload);
    await enqueue(req, alertQueue, {
      address: { url: 'https://alerts.example', format: 'json' },
      alert: { kind: 'mail_failing', state: 'began', since: '', count: 1, detail, url: null },
    });
    await takeEvents(req, context, 'resend', [
      {
        eventId: 'one of bob',
        messageIds: ['of a row to come'],
        recipient: 'bob@example.com',
        state: 'bounced',
        isPermanent: true,
        detail,
        at: new Date(),
      },
    ]);
    await erase({ address: 'eva@gone.example' });
    const left = await dump();
    expect(left).not.toContain('eva@gone.example');
    expect(left.split('550 <[erased]> is unknown')).toHaveLength(4);
  });

  it('leaves the address nowhere in the database and the spool', async () => {
    await portal.payload
      .sendEmail({ to: 'eva@gone.example', subject: 'Hello', text: 'Hello' })
      .catch(() => {});
    await expect.poll(async () => (await list()).length).toBe(1);
    expect(await erase({ address: 'eva@gone.example' })).toMatchObject({ body: { erased: 1 } });
    expect((await dump()).toLowerCase()).not.toContain('eva@gone.example');
    expect(spooled().toLowerCase()).not.toContain('eva@gone.example');
  });

  it('counts and changes rows that the table rejects, which wait in the spool', async () => {
    await query(
      portal.databaseUrl,
      `alter table email_log add constraint no_eva check ("to" not ilike '%eva@%') not valid`,
    );
    await portal.payload
      .sendEmail({ to: 'Eva@gone.example', subject: 'Hello', text: 'Hello' })
      .catch(() => {});
    expect(spooled()).toContain('Eva@gone.example');
    expect(await erase({ address: 'eva@gone.example', dry_run: true })).toMatchObject({
      body: { erased: 1 },
    });
    expect(await erase({ address: 'eva@gone.example' })).toMatchObject({ body: { erased: 1 } });
    expect(spooled().toLowerCase()).not.toContain('eva@gone.example');
    await expect.poll(list).toMatchObject([{ to: '[erased]', subject: null }]);
    await query(portal.databaseUrl, 'alter table email_log drop constraint no_eva');
  });

  it('counts and changes rows that wait in the spool of another process', async () => {
    const other = await startPortal({ databaseUrl: portal.databaseUrl, portal: { workers: 'external' } });
    const client = new pg.Client({ connectionString: portal.databaseUrl });
    await client.connect();
    await client.query('begin; lock table email_log in share mode');
    await other.payload
      .sendEmail({ to: 'eva@gone.example', subject: 'Hello', text: 'Hello' })
      .catch(() => {});
    expect(spooled()).toContain('eva@gone.example');
    const answer = erase({ address: 'eva@gone.example' });
    await client.query('commit');
    expect(await answer).toMatchObject({ body: { erased: 1 } });
    expect(await list()).toMatchObject([{ to: '[erased]' }]);
    await client.end();
    await other.stop();
  });

  it('is repeated for rows that came from the spool of another process, and not for later mails', async () => {
    await erase({ address: 'eva@gone.example' });
    const [job] = await query<{ data: ErasureJob }>(
      portal.databaseUrl,
      `select data from support_portal.jobs where queue = 'erasures'`,
    );
    const insert = (moment: string) =>
      query(
        portal.databaseUrl,
        `insert into email_log ("to", status, created_at) values ('eva@gone.example', 'sent', now() ${moment})`,
      );
    await insert(`- interval '1 minute'`);
    await insert(`+ interval '1 minute'`);
    await query(portal.databaseUrl, `delete from support_portal.jobs where queue = 'erasures'`);
    if (job) await eraseAgain(portal.payload, context, job);
    const again = `select data->>'before' as before from support_portal.jobs where queue = 'erasures'`;
    expect(await query(portal.databaseUrl, again)).toEqual([{ before: job?.data.before }]);
    expect((await list()).map(({ to }: { to: string }) => to)).toEqual(['eva@gone.example', '[erased]']);
    expect(await query(portal.databaseUrl, 'select deleted from email_log_purges')).toMatchObject([
      { deleted: '1' },
    ]);
  });

  it('is repeated after PAYLOAD_SECRET has changed', async () => {
    await erase({ address: 'eva@gone.example' });
    const stored = () =>
      query<{ data: ErasureJob }>(
        portal.databaseUrl,
        `select data from support_portal.jobs where queue = 'erasures'`,
      );
    const rotate = async (previous: string, current: string) => {
      const client = new pg.Client({ connectionString: portal.databaseUrl });
      await client.connect();
      await reencryptErasures({ client, previous, current }).finally(() => client.end());
    };
    const { secret } = portal.payload.config;
    await rotate(secret, 'another secret of thirty-two characters');
    const [sealed] = await stored();
    await rotate('another secret of thirty-two characters', secret);
    const [again] = await stored();
    expect(sealed?.data.address).not.toBe(again?.data.address);
    await query(
      portal.databaseUrl,
      `insert into email_log ("to", status, created_at) values ('eva@gone.example', 'sent', now() - interval '1 minute')`,
    );
    if (again) await eraseAgain(portal.payload, context, again);
    expect(await list()).toMatchObject([{ to: '[erased]' }]);
  });

  it('keeps a record without the address', async () => {
    await addRow();
    await erase({ address: 'eva@gone.example' });
    const response = await portal.fetch('/api/email-log-purges?depth=0', {
      headers: { Authorization: `JWT ${people.editor.token}` },
    });
    expect((await response.json()).docs).toMatchObject([
      { kind: 'erase', user: people.administrator.id, before: null, deleted: 1 },
    ]);
  });

  it('with dry_run only counts', async () => {
    await addRow();
    expect(await erase({ address: 'EVA@gone.example', dry_run: true })).toMatchObject({
      body: { erased: 1 },
    });
    expect(await list()).toMatchObject([{ to: 'Eva@Gone.example' }]);
    expect(await query(portal.databaseUrl, 'select 1 from email_log_purges')).toEqual([]);
  });

  it.each(['', 'eva', 'eva@gone.example, bob@example.com', 'eva @gone.example', 7, null, undefined])(
    'rejects %j as an address',
    async (address) => {
      expect((await erase({ address })).status).toBe(422);
    },
  );

  it.each(['editor', 'client', 'representative'] as const)('is not for the role %s', async (role) => {
    expect((await erase({ address: 'eva@gone.example' }, role)).status).toBe(403);
  });

  it('finds all rows of an address for its owner, by `address`', async () => {
    await addRow();
    await addRow({ to: 'joeva@gone.example' });
    expect(await list('?address=EVA@gone.example')).toHaveLength(1);
    expect(await list('?address=va@gone.example')).toHaveLength(0);
  });
});

/** The texts of a JSON document that may name an address: each stores one, and reads it again. */
const places = {
  'what was refused before': {
    store: (text: string, recipient: string) =>
      addRow({
        to: recipient,
        fallback: [
          { transport: 'mx', error: '' },
          { transport: 'smtp', error: text },
        ],
      }),
    read: "select fallback->1->>'error' as text from email_log",
  },
  'an alert that waits': {
    store: async (text: string) =>
      enqueue(await createLocalReq({}, portal.payload), alertQueue, {
        address: { url: 'https://alerts.example', format: 'json' },
        alert: { kind: 'mail_failing', state: 'began', since: '', count: 1, detail: text, url: null },
      }),
    read: "select data->'alert'->>'detail' as text from support_portal.jobs where queue = 'alerts'",
  },
  'an event that waits': {
    store: async (text: string) =>
      takeEvents(await createLocalReq({}, portal.payload), context, 'resend', [
        {
          eventId: 'one of bob',
          messageIds: ['of a row to come'],
          recipient: 'bob@example.com',
          state: 'bounced',
          isPermanent: true,
          detail: text,
          at: new Date(),
        },
      ]),
    read: "select data->'events'->0->>'detail' as text from support_portal.jobs where queue = 'mail-events'",
  },
};

describe.each(Object.entries(places))('an address in %s', (_, { store, read }) => {
  const signs = [
    ['a line break', '\n', 'nora@gone.example'],
    ['a tab', '\t', 'tora@gone.example'],
  ] as const;

  it.each(signs)('is erased behind %s', async (_name, sign) => {
    await store(`refused: "{",${sign}Ora@gone.example\\`, 'ora@gone.example');
    expect((await erase({ address: 'ora@gone.example' })).status).toBe(200);
    expect(await query(portal.databaseUrl, read)).toEqual([{ text: `refused: "{",${sign}[erased]\\` }]);
  });

  it.each(signs)('is not taken for one that begins with the letter of %s', async (_name, sign, address) => {
    const text = `refused:${sign}ora@gone.example`;
    await store(text, address);
    expect((await erase({ address })).status).toBe(200);
    expect(await query(portal.databaseUrl, read)).toEqual([{ text }]);
  });
});

it('an address is erased from every one of many alerts that wait', async () => {
  await query(
    portal.databaseUrl,
    `insert into support_portal.jobs (queue, data, due_at)
     select 'alerts', jsonb_build_object('alert', jsonb_build_object('detail', E'to\\neva@gone.example, ' || n)), now()
     from generate_series(1, 250) n`,
  );
  expect((await erase({ address: 'eva@gone.example' })).status).toBe(200);
  const texts = await query<{ text: string }>(
    portal.databaseUrl,
    "select data->'alert'->>'detail' as text from support_portal.jobs where queue = 'alerts'",
  );
  expect(new Set(texts.map(({ text }) => text))).toEqual(
    new Set(Array.from({ length: 250 }, (_, index) => `to\n[erased], ${index + 1}`)),
  );
});

const notations = [
  ['uni@bücher.example', 'Uni@XN--bcher-kva.example'],
  ['uni@xn--bcher-kva.example', 'Uni@Bücher.example'],
] as const;

describe.each(notations)('%s, asked for as %s', (stored, given) => {
  const parameter = `address=${encodeURIComponent(given)}`;

  it('is found in the log, in the list, the export and the counts', async () => {
    await addRow({ to: `bob@example.com, ${stored}` });
    await addRow({ to: `joe${stored}` });
    expect(await list(`?${parameter}`)).toHaveLength(1);
    const csv = await portal.fetch(`/api/portal/v1/email-log/export?${parameter}`, {
      headers: { Authorization: `JWT ${people.administrator.token}` },
    });
    expect((await csv.text()).trim().split('\n')).toHaveLength(2);
    expect(await erase({ address: given, dry_run: true })).toMatchObject({ body: { erased: 1 } });
  });

  it('is erased from the log, mail in, links, and all else', async () => {
    await addRow({ to: `bob@example.com, ${stored}`, error: `550 <${stored}> and <${given}>` });
    const event = {
      messageIds: ['one'],
      recipient: stored,
      state: 'bounced',
      isPermanent: true,
      detail: stored,
      at: new Date(),
    } as const;
    const req = await createLocalReq({}, portal.payload);
    await takeEvents(req, context, 'resend', [
      { ...event, eventId: stored },
      { ...event, eventId: `early ${stored}`, messageIds: ['of a row to come'] },
    ]);
    for (const statement of [
      `insert into inbound_mails ("from", "to", via, outcome, received_at) values ($1, $1, 'http', 'held', now())`,
      `insert into support_portal.link_recipients (kind, record_id, email) values ('transfer', '1', $1)`,
      `insert into support_portal.blocked_senders (sender, user_id) values ($1, '1')`,
    ])
      await query(portal.databaseUrl, statement, [stored]);
    expect(await erase({ address: given })).toMatchObject({ body: { erased: 1 } });
    expect(await list()).toMatchObject([
      { to: 'bob@example.com, [erased]', error: '550 <[erased]> and <[erased]>' },
    ]);
    expect((await dump()).toLowerCase()).not.toContain(stored);
  });

  it('is erased from rows that wait in the spool', async () => {
    const reject = `alter table email_log add constraint no_uni check ("to" not ilike '%uni@%') not valid`;
    await query(portal.databaseUrl, reject);
    await portal.payload.sendEmail({ to: stored, subject: 'Hello', text: 'Hello' }).catch(() => {});
    expect(spooled()).toContain(stored);
    expect(await erase({ address: given, dry_run: true })).toMatchObject({ body: { erased: 1 } });
    expect(await erase({ address: given })).toMatchObject({ body: { erased: 1 } });
    expect(spooled()).not.toContain(stored);
    await expect.poll(list).toMatchObject([{ to: '[erased]', subject: null }]);
    await query(portal.databaseUrl, 'alter table email_log drop constraint no_uni');
  });
});
