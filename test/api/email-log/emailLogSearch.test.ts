import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexesMade, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

/** Each run generates its own texts. `SEARCH_SEED` repeats those of a run that failed. */
const seed = Number(process.env.SEARCH_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Mulberry32. */
const randomFrom = (start: number): (() => number) => {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const random = randomFrom(seed);

/** Few letters, so that texts share many parts, and every character that is special in SQL, HTTP or JSON. */
const alphabet = [
  ...'aAbBéÉäÄ',
  ...'%_\\\'"&+?#=/;,*.^$()[]{}|-:<>`~! ',
  '\\%',
  '%%',
  '__',
  '😀',
  '👍🏽',
  '日本',
  '\t',
];

const textOf = (longest: number): string =>
  Array.from(
    { length: 1 + Math.floor(random() * longest) },
    () => alphabet[Math.floor(random() * alphabet.length)],
  )
    .join('')
    .trim() || 'a';

const subjects = Array.from({ length: 400 }, () => textOf(12));

const partOf = (text: string): string => {
  const characters = [...text];
  const start = Math.floor(random() * characters.length);
  return characters.slice(start, start + 1 + Math.floor(random() * 4)).join('');
};

const swapCase = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

const searches = [
  ...Array.from({ length: 60 }, () => partOf(subjects[Math.floor(random() * subjects.length)] ?? 'a')),
  ...Array.from({ length: 30 }, () =>
    swapCase(partOf(subjects[Math.floor(random() * subjects.length)] ?? 'a')),
  ),
  ...Array.from({ length: 30 }, () => textOf(2)),
];

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

let portal: TestPortal;
let headers: HeadersInit;

beforeAll(async () => {
  portal = await startPortal();
  const { administrator } = await createPeople(portal);
  headers = { Authorization: `JWT ${administrator.token}` };
  await indexesMade(portal);
  await query(portal.databaseUrl, 'truncate email_log');
  await query(
    portal.databaseUrl,
    `insert into email_log ("to", subject, status, created_at)
     select text || '@example.com', text, 'sent', '2026-01-01' from unnest($1::text[]) as text`,
    [subjects],
  );
});

afterAll(() => portal.stop());

const find = async (
  parameters: Record<string, string>,
): Promise<{ subject: string; created_at: string }[]> => {
  const found = [];
  for (let page = 1; ; page += 1) {
    const search = new URLSearchParams({ ...parameters, page: String(page), per_page: '100' });
    const response = await portal.fetch(`/api/portal/v1/email-log?${search}`, { headers });
    expect(response.status).toBe(200);
    const { data, meta } = await response.json();
    found.push(...data);
    if (found.length >= meta.total) return found;
  }
};

describe(`with texts generated from ${seed}`, () => {
  it.each(['search', 'to'])('%s finds what a plain substring search finds', async (parameter) => {
    for (const text of searches) {
      const value = text.trim() || 'a';
      const found = (await find({ [parameter]: value })).map(({ subject }) => subject).sort();
      const expected = subjects
        .filter((subject) => contains(parameter === 'to' ? `${subject}@example.com` : subject, value))
        .sort();
      expect({ value, found }).toEqual({ value, found: expected });
    }
  });
});

describe('days', () => {
  const moments = [
    '2023-12-31T23:59:59.999Z',
    '2024-01-01T00:00:00.000Z',
    '2024-02-28T23:59:59.999Z',
    '2024-02-29T00:00:00.000Z',
    '2024-02-29T23:59:59.999Z',
    '2024-03-01T00:00:00.000Z',
    '2024-03-31T01:30:00.000Z',
    '2024-10-27T00:30:00.000Z',
  ];

  beforeAll(async () => {
    await indexesMade(portal);
    await query(portal.databaseUrl, 'truncate email_log');
    await query(
      portal.databaseUrl,
      `insert into email_log ("to", subject, status, created_at)
       select 'ann@example.com', moment, 'sent', moment::timestamptz from unnest($1::text[]) as moment`,
      [moments],
    );
  });

  it.each([
    [{ since: '2024-01-01' }, moments.slice(1)],
    [{ until: '2023-12-31' }, moments.slice(0, 1)],
    [{ since: '2024-02-29', until: '2024-02-29' }, moments.slice(3, 5)],
    [{ since: '2024-02-28', until: '2024-02-28' }, moments.slice(2, 3)],
    [{ since: '2024-03-01', until: '2024-03-31' }, moments.slice(5, 7)],
    [{ since: '2024-10-27', until: '2024-10-27' }, moments.slice(7)],
    [{ since: '2024-03-02', until: '2024-03-01' }, []],
    [{ since: '0001-01-01', until: '9999-12-31' }, moments],
  ])('%j select from midnight to midnight, UTC', async (parameters, expected) => {
    const found = await find(parameters as Record<string, string>);
    expect(found.map(({ created_at }) => created_at)).toEqual(expected.toReversed());
  });

  it.each([
    [1, moments.length],
    [3, 2],
    [4, 2],
    [5, 2],
  ])('count all rows on page %i of %i rows each', async (page, perPage) => {
    const response = await portal.fetch(`/api/portal/v1/email-log?page=${page}&per_page=${perPage}`, {
      headers,
    });
    const { data, meta } = await response.json();
    expect(meta.total).toBe(moments.length);
    expect(data).toHaveLength(Math.max(0, Math.min(perPage, moments.length - (page - 1) * perPage)));
  });

  it.each(['2023-02-29', '2100-02-29', '2024-02-30', '2024-13-01', '2024-00-10', '2024-01-00', '24-01-01'])(
    'refuse %s, a day that does not exist',
    async (day) => {
      for (const name of ['since', 'until']) {
        const response = await portal.fetch(`/api/portal/v1/email-log?${name}=${day}`, { headers });
        expect(response.status).toBe(422);
      }
    },
  );
});
