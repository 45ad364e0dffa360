import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { query, serverUrl, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../../support/portal/people.ts';

const path = '/api/portal/v1/email-log/purge';

let portal: TestPortal;
let people: People;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
});

afterAll(() => portal.stop());

beforeEach(async () => {
  await query(portal.databaseUrl, 'delete from email_log');
  await query(portal.databaseUrl, 'delete from email_log_purges');
  await query(
    portal.databaseUrl,
    `insert into email_log ("to", status, created_at)
     select 'ann@example.com', 'sent', timestamptz '2026-01-01T00:00:00Z' + n * interval '12 hours'
     from generate_series(0, 5) n`,
  );
});

const purge = async (
  body: unknown,
  { role = 'administrator' as PersonRole | null, headers = {}, raw = null as string | null } = {},
) => {
  const response = await portal.fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(role && { Authorization: `JWT ${people[role].token}` }),
      ...headers,
    },
    body: raw ?? JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

const left = async () => (await query(portal.databaseUrl, 'select 1 from email_log')).length;

const coversSince = async () => {
  const response = await portal.fetch('/api/portal/v1/email-log', {
    headers: { Authorization: `JWT ${people.administrator.token}` },
  });
  return (await response.json()).meta.covers_since;
};

describe('POST /api/portal/v1/email-log/purge', () => {
  it('deletes what is told of a mail at that moment, too', async () => {
    const client = new pg.Client({ connectionString: portal.databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin');
    await client.query(
      `with told as (select id from email_log limit 1 for no key update)
       insert into mail_deliveries (email, recipient, state, source, event_id, at)
       select id::text, 'ann@example.com', 'delivered', 'resend', 'one', now() from told`,
    );
    const purging = purge({ all: true });
    const waits = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from%'`;
    await expect.poll(() => query(portal.databaseUrl, waits)).toHaveLength(1);
    await client.query('commit');
    expect(await purging).toMatchObject({ body: { deleted: 6 } });
    expect(await query(portal.databaseUrl, 'select 1 from mail_deliveries')).toEqual([]);
  });

  it('deletes the rows before a day, keeps that day, and records the user', async () => {
    expect(await purge({ before: '2026-01-02' })).toEqual({ status: 200, body: { deleted: 2 } });
    expect(await left()).toBe(4);
    const response = await portal.fetch('/api/email-log-purges?depth=0', {
      headers: { Authorization: `JWT ${people.editor.token}` },
    });
    expect((await response.json()).docs).toMatchObject([
      { user: people.administrator.id, before: '2026-01-02', deleted: 2, createdAt: expect.any(String) },
    ]);
  });

  it('accepts all: false beside a day', async () => {
    expect(await purge({ before: '2026-01-02', all: false })).toEqual({ status: 200, body: { deleted: 2 } });
    expect(await left()).toBe(4);
  });

  it('empties the log', async () => {
    expect(await purge({ all: true })).toEqual({ status: 200, body: { deleted: 6 } });
    expect(await left()).toBe(0);
    expect(await query(portal.databaseUrl, 'select before, deleted::int from email_log_purges')).toEqual([
      { before: null, deleted: 6 },
    ]);
  });

  it('accepts a form', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await purge(null, { headers, raw: 'before=2026-01-02' })).toMatchObject({ body: { deleted: 2 } });
    expect(await purge(null, { headers, raw: 'all=true' })).toMatchObject({ body: { deleted: 4 } });
    expect(await purge(null, { headers, raw: 'all=yes' })).toMatchObject({ status: 422 });
    expect(await purge(null, { headers, raw: 'all=true&all=true' })).toMatchObject({ status: 422 });
  });

  it('only counts rows in a dry run', async () => {
    expect(await purge({ before: '2026-01-03', dry_run: true })).toEqual({
      status: 200,
      body: { would_delete: 4 },
    });
    expect(await purge({ all: true, dry_run: true })).toEqual({ status: 200, body: { would_delete: 6 } });
    expect(await left()).toBe(6);
    expect(await query(portal.databaseUrl, 'select 1 from email_log_purges')).toEqual([]);
  });

  it('deletes more than fits in a batch', async () => {
    await query(
      portal.databaseUrl,
      `insert into email_log ("to", status, created_at)
       select 'bob@example.com', 'sent', timestamptz '2025-01-01' from generate_series(1, 12000)`,
    );
    expect(await purge({ before: '2026-01-01' })).toMatchObject({ body: { deleted: 12_000 } });
    expect(await query(portal.databaseUrl, 'select deleted::int from email_log_purges')).toEqual([
      { deleted: 12_000 },
    ]);
  });

  it('runs one purge at a time, and counts every row once', async () => {
    const outcomes = await Promise.all([
      purge({ all: true }),
      purge({ all: true }),
      purge({ before: '2026-06-01' }),
    ]);
    expect(outcomes.reduce((sum, { body }) => sum + body.deleted, 0)).toBe(6);
  });

  it('moves the start of the period that the log covers, and never back', async () => {
    const beginning = await coversSince();
    await purge({ before: '2026-01-02' });
    expect(await coversSince()).toBe(beginning);
    await purge({ all: true });
    const afterAll = await coversSince();
    expect(afterAll > beginning).toBe(true);
    await purge({ before: '2026-01-02' });
    expect(await coversSince()).toBe(afterAll);
    // A day to come is not yet covered.
    await purge({ before: '2999-01-01' });
    expect(Date.parse(await coversSince())).toBeLessThan(Date.parse('2999-01-01'));
  });

  it.each([
    [{}, ''],
    [{ before: '2026-01-02', all: true }, 'all'],
    [{ all: false }, 'all'],
    [{ all: 'true' }, 'all'],
    [{ before: '2026-02-30' }, 'before'],
    [{ before: 20260102 }, 'before'],
    [{ before: null }, 'before'],
    [{ all: true, dry_run: 'yes' }, 'dry_run'],
    [{ all: true, force: true }, 'force'],
    [[], ''],
    ['all', ''],
    [null, ''],
  ])('refuses %j and names the field', async (body, expected) => {
    const { status, body: answer } = await purge(body);
    expect(status).toBe(422);
    expect(answer.details.map((detail: { path: string }) => detail.path)).toContain(expected);
    expect(await left()).toBe(6);
  });

  it.each([
    ['', 400],
    ['{"all":true', 400],
    [`{"all":true,"pad":"${'x'.repeat(1024 * 1024)}"}`, 413],
    ['['.repeat(100_000), 400],
    ['{"__proto__":{"all":true}}', 422],
  ])('refuses a body that cannot be read (%#)', async (raw, status) => {
    expect((await purge(null, { raw })).status).toBe(status);
  });

  it('refuses other media types and charsets', async () => {
    const type = (value: string) => ({ headers: { 'Content-Type': value } });
    expect((await purge({ all: true }, type('text/plain'))).status).toBe(415);
    expect((await purge({ all: true }, type('application/json; charset=utf-16'))).status).toBe(415);
    expect((await purge({ all: true }, type('application/json; charset=UTF-8'))).status).toBe(200);
  });

  it('refuses query parameters', async () => {
    const response = await portal.fetch(`${path}?all=true`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `JWT ${people.administrator.token}` },
      body: '{"all":true}',
    });
    expect(response.status).toBe(422);
    expect(await left()).toBe(6);
  });

  it('is for administrators only, which is checked before the body', async () => {
    for (const role of ['editor', 'developer', 'technician', 'representative', 'client'] as const) {
      expect((await purge(null, { role, raw: 'nonsense' })).status, role).toBe(403);
    }
    expect((await purge({ all: true }, { role: null })).status).toBe(401);
    expect(await left()).toBe(6);
  });

  it('accepts a session cookie only from the server’s own origin', async () => {
    const Cookie = `payload-token=${people.administrator.token}`;
    const ask = (headers: Record<string, string>) =>
      purge({ all: true, dry_run: true }, { role: null, headers: { Cookie, ...headers } });
    expect((await ask({ Origin: serverUrl })).status).toBe(200);
    expect((await ask({})).status).toBe(403);
    expect((await ask({ Origin: 'https://evil.example' })).status).toBe(403);
  });

  it('leaves records that no one changes', async () => {
    await purge({ all: true });
    const [record] = await query<{ id: number }>(portal.databaseUrl, 'select id from email_log_purges');
    for (const method of ['PATCH', 'DELETE']) {
      const response = await portal.fetch(`/api/email-log-purges/${record?.id}`, {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `JWT ${people.administrator.token}` },
        ...(method === 'PATCH' && { body: '{"deleted":0}' }),
      });
      expect(response.status).toBe(403);
    }
  });
});
