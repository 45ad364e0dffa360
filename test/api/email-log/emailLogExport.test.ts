import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  await query(
    portal.databaseUrl,
    `insert into email_log ("to", subject, status, transport, error, created_at, fallback) values
       ('ann@example.com', '=HYPERLINK("http://evil.example")', 'sent', 'smtp', null, '2026-01-01T00:00:00Z', null),
       ('bob@example.com', 'Two, "quoted"', 'failed', 'smtp', '550 5.1.1 No', '2026-01-02T00:00:00Z',
        '[{"transport":"proxy","error":"down"}]'),
       ('zoë@example.com', '+49 30 1', 'sent', 'proxy', null, now() - interval '1 hour', null)`,
  );
});

afterAll(() => portal.stop());

const download = async (parameters = '', role: PersonRole = 'technician') => {
  const response = await portal.fetch(`/api/portal/v1/email-log/export${parameters}`, {
    headers: { Authorization: `JWT ${people[role].token}` },
  });
  return { response, lines: (await response.text()).trimEnd().split('\r\n') };
};

const recipients = (lines: readonly string[]) =>
  lines.slice(1).map((line) => /[^,]+@example\.com/.exec(line)?.[0]);

describe('GET /api/portal/v1/email-log/export', () => {
  it('downloads the log as CSV, newest first, with a header row and a UTF-8 BOM', async () => {
    const { response, lines } = await download();
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="email-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(lines[0]).toBe(
      'id,created_at,status,transport,to,subject,type,related_type,related_id,user_id,error,fallback,message_id,delivery',
    );
    expect(recipients(lines)).toEqual(['zoë@example.com', 'bob@example.com', 'ann@example.com']);
    const bytes = await portal.fetch('/api/portal/v1/email-log/export', {
      headers: { Authorization: `JWT ${people.editor.token}` },
    });
    expect([...new Uint8Array(await bytes.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('keeps cells from being read as formulas, and quotes them if needed', async () => {
    const { lines } = await download();
    expect(lines[1]).toContain(`,'+49 30 1,`);
    expect(lines[2]).toContain(',"Two, ""quoted""",');
    expect(lines[2]).toContain('"[{""error"":""down"",""transport"":""proxy""}]"');
    expect(lines[3]).toContain(`,"'=HYPERLINK(""http://evil.example"")",`);
  });

  it.each([
    ['?status=failed', ['bob@example.com']],
    ['?fallback=false&to=ann', ['ann@example.com']],
    ['?since=2026-01-02&until=2026-01-02', ['bob@example.com']],
    ['?period=24h', ['zoë@example.com']],
    ['?search=nothing', []],
  ])('exports the rows that %s finds', async (parameters, expected) => {
    expect(recipients((await download(parameters)).lines)).toEqual(expected);
  });

  it('exports many batches, each row once', async () => {
    await query(
      portal.databaseUrl,
      `insert into email_log ("to", subject, status, created_at)
       select 'many@example.com', 'bulk ' || n, 'sent', timestamptz '2025-01-01T00:00:00Z' + (n / 7) * interval '1 second'
       from generate_series(1, 4500) n`,
    );
    const { lines } = await download('?search=bulk');
    const subjects = lines.slice(1).map((line) => /bulk \d+/.exec(line)?.[0]);
    expect(subjects).toHaveLength(4500);
    expect(new Set(subjects).size).toBe(4500);
  });

  it.each(['representative', 'client'] as const)('is 403 for a %s', async (role) => {
    expect((await download('', role)).response.status).toBe(403);
  });

  it('refuses what the list refuses', async () => {
    expect((await download('?since=2026-02-30')).response.status).toBe(422);
    expect((await download('?related_id=7')).response.status).toBe(422);
    expect((await download('?page=1')).response.status).toBe(422);
  });
});
