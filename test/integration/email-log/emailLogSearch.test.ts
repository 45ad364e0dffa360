import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  conditionsOf,
  type EmailLogFilter,
  whereOf,
} from '../../../src/features/email-log/reading/filter.ts';
import { countEmails, countEmailsEach, findEmails } from '../../../src/features/email-log/reading/query.ts';
import { eventually } from '../../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';

/** Many more rows than a search scans one by one. */
const rows = 40_000;

/** How many of the 5,000 newest have the common text; four mails share a second there too. */
const newestMatches = Math.floor(5_000 / 7);

interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly status: string;
}

/** The Kelvin sign, whose lower case is `k`, as that of `İ` is `i`. */
const kelvin = '\u212A';

/** The subject of mail `n`, newest last: some texts are common, some only new, some only old, some clustered. */
const subjectSql = `
  'Mail ' || n || case when n % 7 = 0 then ' common' else '' end
  || case when n > ${rows - 10} then ' newest' else '' end
  || case when n > ${rows - 10} or n < 100 then ' both' else '' end
  || case when n < 300 then ' ancient' else '' end
  || case when n % 1000 = 0 then ' rare' else '' end
  || case when n % 1000 = 1 then ' İstanbul 300${kelvin}' else '' end`;

let portal: TestPortal;
let mails: Mail[];

beforeAll(async () => {
  portal = await startPortal();
  await query(
    portal.databaseUrl,
    `insert into email_log ("to", subject, status, created_at)
     select 'ann@example.com', ${subjectSql}, case when n % 3 = 0 then 'failed' else 'sent' end::enum_email_log_status,
       timestamptz '2026-01-01' + n / 4 * interval '1 second'
     from generate_series(1, ${rows}) n`,
  );
  const made = () =>
    query(portal.databaseUrl, `select 1 from pg_indexes where indexname = 'email_log_subject_search_idx'`);
  await eventually(async () => (await made()).length === 1);
  await query(portal.databaseUrl, 'vacuum analyze email_log');
  mails = await query<Mail>(
    portal.databaseUrl,
    'select id::text, subject, status from email_log order by created_at desc, email_log.id desc',
  );
}, 300_000);

afterAll(() => portal.stop());

const slugs = { emailLog: 'email-log', mailDeliveries: 'mail-deliveries' };

const expected = ({ search = '', status }: EmailLogFilter): string[] =>
  mails
    .filter((mail) => mail.subject.includes(search) && (status === undefined || mail.status === status))
    .map(({ id }) => id);

it.each<EmailLogFilter>([
  { search: 'common' },
  { search: 'newest' },
  { search: 'both' },
  { search: 'ancient' },
  { search: 'rare' },
  { search: 'in none' },
  { search: 'common', status: 'failed' },
  { search: 'both', status: 'sent' },
])('finds the same page by number and by cursor as a plain filter: %o', async (filter) => {
  const ids = expected(filter);
  expect(await countEmails(portal.payload, slugs, filter)).toBe(ids.length);
  for (const offset of [0, 25, 100, newestMatches - 26, newestMatches - 25, newestMatches - 24, 6_000]) {
    const page = await findEmails(portal.payload, slugs, filter, { start: { offset }, perPage: 25 });
    expect(page.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 25));
  }
  const [first] = await findEmails(portal.payload, slugs, filter, { start: { offset: 10 }, perPage: 1 });
  if (!first) return;
  const after = { order: 'created_at', value: first.created_at, id: first.id };
  const next = await findEmails(portal.payload, slugs, filter, { start: { after }, perPage: 25 });
  expect(next.map(({ id }) => id)).toEqual(ids.slice(11, 36));
});

it.each(['istanbul', 'İstanbul', 'ISTANBUL', '300k', '300K', `300${kelvin}`])(
  'finds %s by the index as by a sequential scan',
  async (search) => {
    const ids = mails.filter(({ subject }) => subject.includes('İstanbul')).map(({ id }) => id);
    expect(ids).toHaveLength(rows / 1000);
    expect(await countEmails(portal.payload, slugs, { search })).toBe(ids.length);
    const page = await findEmails(portal.payload, slugs, { search }, { start: { offset: 0 }, perPage: 100 });
    expect(page.map(({ id }) => id)).toEqual(ids);
  },
);

it('counts of a shared search equal separate counts', async () => {
  const from = new Date('2026-01-01T01:00:00Z');
  const parts: EmailLogFilter[] = [
    {},
    { status: 'failed' },
    { fallback: true },
    { from },
    { search: 'rare' },
  ];
  for (const shared of [{ search: 'common' }, { to: 'ann', before: new Date('2026-01-01T02:00:00Z') }, {}]) {
    const counted = await countEmailsEach(portal.payload, slugs, { shared, parts });
    const one = ({ search, ...part }: EmailLogFilter) =>
      'search' in shared && search
        ? mails.filter(({ subject }) => subject.includes('common') && subject.includes('rare')).length
        : countEmails(portal.payload, slugs, { ...shared, ...part, ...(search && { search }) });
    expect(counted).toEqual(await Promise.all(parts.map(one)));
    expect(counted[0]).toBeGreaterThan(0);
  }
});

it.each(['ann@gone.example', 'uni@bücher.example'])(
  'finds the mails of %s by the index, in each notation',
  async (address) => {
    const { range, others, parameters } = conditionsOf({ address }, { deliveries: 'mail_deliveries' });
    const plan = await query<{ 'QUERY PLAN': string }>(
      portal.databaseUrl,
      `explain select id from email_log log ${whereOf(...others, ...range)}`,
      [...parameters],
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('email_log_to_search_idx');
    expect(text).not.toContain('Seq Scan');
  },
);
