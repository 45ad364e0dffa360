import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { portalOf } from 'payload-support-portal';
import { describe, expect, it } from 'vitest';
import { Users } from '../../package/host/src/collections/Users.ts';
import { clientOf, keyClient, sessionOf } from '../../support/api/api.ts';
import { eventually } from '../../support/mail/mail.ts';
import { startOwnApp } from '../../support/portal/ownApp.ts';
import {
  indexesMade,
  mailsUnderWay,
  query,
  startPortal,
  stopAfterTest,
} from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

/** The lines of the server's log, and the app's logger that writes them. */
const listen = () => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, logger: { options: { level: 'warn' }, destination } };
};

describe('prefix', () => {
  it('precedes every path of the API, and every path in its responses', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { prefix: '/support' } }));
    const { administrator, organization } = await createPeople(portal);
    const session = sessionOf(portal, administrator);
    expect((await session.get('/portal/v1/email-log')).status).toBe(404);
    expect((await session.get('/support/portal/v1/email-log')).status).toBe(200);
    const { body } = await session.post('/support/portal/v1/api-keys', { name: 'A key' });
    const staff = clientOf(portal, `Bearer ${body.key}`);
    const made = await staff.post('/support/v1/tickets', {
      subject: 'The VPN is slow',
      organization_id: String(organization),
    });
    expect(made.headers.get('Location')).toBe(`/api/support/v1/tickets/${made.body.id}`);
    const list = await staff.get('/support/v1/tickets');
    expect(list.headers.get('Link')).toContain('/api/support/v1/tickets?page=1');
    const description = await staff.get('/support/v1/openapi.json');
    expect(description.body.servers).toEqual([{ url: 'http://portal.test/api/support' }]);
    const folder = await staff.post('/support/v1/folders', {
      name: 'Plans',
      organization_id: String(organization),
    });
    const form = new FormData();
    form.append('file', new File(['bytes'], 'plan.txt'));
    form.append('folder_id', folder.body.id);
    const uploaded = await portal.fetch('/api/support/v1/files', {
      method: 'POST',
      headers: { Authorization: `Bearer ${body.key}` },
      body: form,
    });
    const { pathname, search } = new URL((await uploaded.json()).download_url);
    expect(await (await portal.fetch(pathname + search)).text()).toBe('bytes');
  });
});

describe('access', () => {
  it('removes a right from every API, and from existing keys', async () => {
    let editorsRead = true;
    const portal = stopAfterTest(
      await startPortal({
        portal: { access: { 'email-log:read': ({ role }) => role !== 'editor' || editorsRead } },
      }),
    );
    const { administrator, editor } = await createPeople(portal);
    const key = await keyClient(portal, administrator, { owner: editor });
    const session = sessionOf(portal, editor);
    expect((await key.get('/portal/v1/email-log')).status).toBe(200);
    expect((await session.get('/email-log')).status).toBe(200);
    editorsRead = false;
    expect((await key.get('/portal/v1/email-log')).status).toBe(403);
    expect((await session.get('/portal/v1/email-log')).status).toBe(403);
    expect((await session.get('/email-log')).status).toBe(403);
    expect((await sessionOf(portal, administrator).get('/email-log')).status).toBe(200);
    const choices = await sessionOf(portal, administrator).get(
      `/portal/v1/api-keys/choices?owner_id=${editor.id}`,
    );
    expect(choices.body.scopes).not.toContain('email-log:read');
  });

  it.each(['transfers:read', 'upload-requests:read'] as const)(
    'that takes %s away takes the activity of its links away, too',
    async (scope) => {
      const access = { [scope]: ({ role }: { role: string }) => role !== 'editor' };
      const portal = stopAfterTest(await startPortal({ portal: { access } }));
      const { administrator, editor } = await createPeople(portal);
      expect((await sessionOf(portal, editor).get('/link-activity')).status).toBe(403);
      expect((await sessionOf(portal, administrator).get('/link-activity')).status).toBe(200);
    },
  );

  it('grants a right only for true, whatever an untyped function returns', async () => {
    const later = (async () => true) as unknown as () => boolean;
    const portal = stopAfterTest(await startPortal({ portal: { access: { 'email-log:read': later } } }));
    const { administrator } = await createPeople(portal);
    const session = sessionOf(portal, administrator);
    expect((await session.get('/portal/v1/email-log')).status).toBe(403);
    expect((await session.get('/v1/tickets')).status).toBe(401);
  });

  it('puts no one into an organization by what is none', async () => {
    const later = (async () => [1]) as unknown as () => number[];
    const portal = stopAfterTest(await startPortal({ portal: { roles: { organizationsOf: later } } }));
    const { client } = await createPeople(portal);
    const { status, body } = await sessionOf(portal, client).get('/tickets');
    expect([status, body.totalDocs]).toEqual([200, 0]);
  });

  it('gives no one what their role does not allow', async () => {
    const portal = stopAfterTest(
      await startPortal({
        portal: { access: { 'email-log:read': () => true, 'email-log:purge': () => true } },
      }),
    );
    const { client, editor } = await createPeople(portal);
    expect((await sessionOf(portal, client).get('/portal/v1/email-log')).status).toBe(403);
    expect((await sessionOf(portal, editor).post('/portal/v1/email-log/purge', { all: true })).status).toBe(
      403,
    );
  });
});

describe('fields added to the email log', () => {
  it('are filled by beforeEmailLog, and cost no row if what it gives does not fit', async () => {
    const app = await startOwnApp({
      portal: {
        collections: {
          organizations: { slug: 'companies' },
          emailLog: {
            fields: [
              { name: 'costCenter', type: 'number' },
              { name: 'context', type: 'json' },
              { name: 'price', type: 'number' },
            ],
          },
        },
        hooks: {
          beforeEmailLog: [
            ({ row }) => ({
              ...row,
              costCenter: 17,
              context: { a: [1] },
              undeclared: { 'k\0': 1 },
              ...given.get(row.subject),
            }),
          ],
        },
      },
    });
    stopAfterTest(app);
    const subjects = ['Even', ...given.keys(), 'Last'];
    await Promise.all(
      subjects.map((subject) =>
        app.payload.sendEmail({ to: 'ann@example.com', subject: subject ?? '' }).catch(() => {}),
      ),
    );
    await eventually(async () => (await mailsUnderWay(app)) === 0);
    const rows = await query(
      app.databaseUrl,
      'select subject, cost_center, context, price from email_log order by id',
    );
    const full = { cost_center: '17', context: { a: [1] }, price: null };
    const bare = { cost_center: null, context: null, price: null };
    expect(rows).toEqual([
      { subject: 'Even', ...full },
      { subject: 'No number', ...bare },
      { subject: 'No price', ...bare },
      { subject: 'By column', ...full },
      { subject: 'Key', ...full, context: { 'k ': '\ufffd' } },
      { subject: 'Cycle', ...full, context: null },
      { subject: 'Last', ...full },
    ]);
  });
});

/** The hook's value for the mail with that subject. */
const cycle: Record<string, unknown> = {};
cycle.cycle = cycle;
const given = new Map<string | null, object>([
  ['No number', { costCenter: 'no number' }],
  ['No price', { price: 'no number' }],
  ['By column', { cost_center: 'no number' }],
  ['Key', { context: { 'k\0': '\ud800' } }],
  ['Cycle', { context: cycle }],
]);

describe('emailLog.searchIndexes', () => {
  it.each([
    [true, ['email_log_failed_idx', 'email_log_subject_search_idx', 'email_log_to_search_idx']],
    [false, ['email_log_failed_idx']],
  ])('%s creates the indexes %j', async (searchIndexes, names) => {
    const portal = stopAfterTest(await startPortal({ portal: { emailLog: { searchIndexes } } }));
    const made = () =>
      query<{ indexname: string }>(
        portal.databaseUrl,
        `select indexname from pg_indexes where indexname ~ '^email_log.*(failed_idx|search)' order by 1`,
      );
    await expect.poll(async () => (await made()).map(({ indexname }) => indexname)).toEqual(names);
  });

  it('true replaces the indexes of an earlier version', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { emailLog: { searchIndexes: false } } }));
    const { databaseUrl } = portal;
    await indexesMade(portal);
    await query(databaseUrl, 'create index email_log_subject_trgm_idx on email_log (subject)');
    stopAfterTest(await startPortal({ databaseUrl }));
    const made = () =>
      query<{ indexname: string }>(
        databaseUrl,
        `select indexname from pg_indexes where indexname ~ 'log_subject_' order by 1`,
      );
    await expect.poll(made).toEqual([{ indexname: 'email_log_subject_search_idx' }]);
  });
});

describe('the start', () => {
  it('says if no user resolves to administrator, and is silent if one does', async () => {
    const warning = 'no user resolves to administrator';
    const app = await startOwnApp({ portal: { roles: {} } });
    stopAfterTest(app);
    const { databaseUrl } = app;
    const start = async (roles: object) => {
      const { lines, logger } = listen();
      const portal = { roles, collections: { organizations: { slug: 'companies' } } };
      const { Companies } = await import('../../package/host/src/collections/Companies.ts');
      const started = await startPortal({
        databaseUrl,
        push: true,
        portal,
        app: { logger, collections: [Users, Companies] },
      });
      stopAfterTest(started);
      return () => lines.join('');
    };
    await expect.poll(await start({})).toContain(warning);
    await expect.poll(await start({ resolve: () => 'editor' })).toContain(warning);
    const everybody = await start({
      resolve: ({ user }: { user: { department?: string } }) =>
        user.department === 'it' ? 'administrator' : null,
    });
    // The first of the portal's own users who registers is an administrator.
    const { lines, logger } = listen();
    stopAfterTest(await startPortal({ app: { logger } }));
    await new Promise((later) => setTimeout(later, 500));
    expect(everybody()).not.toContain(warning);
    expect(lines.join('')).not.toContain(warning);
  });

  it('neither grants nor removes a right of the app’s own users by their fields', async () => {
    const roleField = { name: 'role', type: 'text' } as const;
    const app = await startOwnApp({
      portal: { roles: {} },
      app: {
        collections: [
          { ...Users, fields: [...Users.fields, { ...roleField, defaultValue: 'administrator' }] },
          (await import('../../package/host/src/collections/Companies.ts')).Companies,
        ],
      },
    });
    stopAfterTest(app);
    const session = await app.sessionOf('it');
    expect((await session.get('/portal/v1/email-log')).status).toBe(403);
    expect((await session.get('/email-log')).status).toBe(403);
    expect((await session.get('/users')).body.totalDocs).toBe(4);
  });

  it('says what is missing if dataDir cannot be written, and sends and logs all the same', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'no-folder-')), 'file');
    writeFileSync(file, '');
    chmodSync(file, 0o400);
    const { lines, logger } = listen();
    const portal = stopAfterTest(await startPortal({ portal: { dataDir: file }, app: { logger } }));
    expect(lines.join('')).toContain(`${file}/mail-spool`);
    expect(lines.join('')).toContain('kept in memory only');
    await portal.payload.sendEmail({ to: 'ann@example.com', subject: 'Hello' }).catch(() => {});
    expect(await query(portal.databaseUrl, 'select subject from email_log')).toEqual([{ subject: 'Hello' }]);
  });

  it('begins no work by a request if workers are external', async () => {
    const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    await portal.fetch('/api/v1/openapi.json');
    portalOf(portal.payload)?.served();
    await new Promise((later) => setTimeout(later, 1_000));
    const beats = `select 1 from support_portal.meta where key = 'background.last_worked_at'`;
    expect(await query(portal.databaseUrl, beats)).toEqual([]);
  });
});
