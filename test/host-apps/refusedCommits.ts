import { describe, expect, it, onTestFinished } from 'vitest';
import { query } from '../support/portal/payload.ts';
import { countRows, type Host, heardEvents, login, receivedEvents, storedFiles, upload } from './host.ts';

/** PostgreSQL checks this trigger at COMMIT: until then the change looks as if it had succeeded. */
const refuse = (table: string): string => `
  create function refuse_commit() returns trigger language plpgsql as
    $$ begin raise exception 'This commit is refused.'; end $$;
  create constraint trigger refuse_commit after insert or update or delete on ${table}
    deferrable initially deferred for each row execute function refuse_commit();`;

const allow = 'drop function if exists refuse_commit() cascade';

const tables = [
  'tickets',
  'ticket_replies',
  'ticket_changes',
  'files',
  'webhooks',
  'webhook_deliveries',
  'api_keys',
];

const refusedForTest = async ({ databaseUrl }: Host, table: string): Promise<void> => {
  await query(databaseUrl, refuse(table));
  onTestFinished(async () => void (await query(databaseUrl, allow)));
};

/** All that a change could have left. */
const traces = async (host: Host): Promise<object> => ({
  rows: Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await countRows(host, table)] as const)),
  ),
  files: storedFiles(host).sort(),
  heard: heardEvents(host),
  received: receivedEvents(host),
});

interface Way {
  readonly name: string;
  /** The table that refuses. */
  readonly table: string;
  /** Asks for a change and returns whether the answer, in the interface's own form, says that it failed. */
  readonly fails: (host: Host) => Promise<boolean>;
}

const failed = ({ status, body }: { status: number; body: { error?: unknown } }): boolean =>
  (status >= 500 || status === 409) && typeof body.error === 'string';

const anyTicket = async ({ staff }: Host): Promise<string> =>
  (await staff.get('/v1/tickets')).body.data[0].id;

/** A name that is new in each case. */
const folderOf = async ({ staff, company }: Host, name: string): Promise<string> =>
  (await staff.post('/v1/folders', { name, organization_id: company })).body.id;

/** As the database has it: the app's own ids are numbers, or text. */
const companyOf = async ({ databaseUrl }: Host): Promise<unknown> => {
  const [row] = await query<{ id: unknown }>(databaseUrl, 'select id from companies');
  return row?.id;
};

const subject = 'Refused';

const ways: readonly Way[] = [
  {
    name: 'POST /v1/tickets',
    table: 'tickets',
    fails: async ({ staff, company }) =>
      failed(await staff.post('/v1/tickets', { subject, organization_id: company })),
  },
  {
    name: 'PATCH /v1/tickets/{id}',
    table: 'tickets',
    fails: async (host) =>
      failed(await host.staff.patch(`/v1/tickets/${await anyTicket(host)}`, { subject, status: 'resolved' })),
  },
  {
    name: 'POST /v1/tickets/{id}/replies',
    table: 'ticket_replies',
    fails: async (host) =>
      failed(await host.staff.post(`/v1/tickets/${await anyTicket(host)}/replies`, { body: subject })),
  },
  {
    name: 'the tool reply_to_ticket',
    table: 'ticket_replies',
    fails: async (host) => {
      const reply = { ticket_id: await anyTicket(host), body: subject };
      return failed(await host.staff.post('/portal/v1/tools/reply_to_ticket', reply));
    },
  },
  {
    name: 'POST /v1/files',
    table: 'files',
    fails: async (host) => {
      const answer = await upload(host, await folderOf(host, 'Refused upload'), 'refused.txt');
      return failed({ status: answer.status, body: (await answer.json()) as object });
    },
  },
  {
    name: 'DELETE /v1/files/{id}',
    table: 'files',
    fails: async ({ staff }) => {
      const [{ id }] = (await staff.get('/v1/files')).body.data;
      return failed(await staff.delete(`/v1/files/${id}`));
    },
  },
  {
    name: 'POST /v1/webhooks',
    table: 'webhooks',
    fails: async ({ staff, receiver }) =>
      failed(await staff.post('/v1/webhooks', { url: receiver.url, events: ['*'] })),
  },
  {
    name: 'POST /portal/v1/api-keys',
    table: 'api_keys',
    fails: async (host) => {
      const administrator = await login(host, 'it@example.com');
      return failed(await administrator.post('/portal/v1/api-keys', { name: subject }));
    },
  },
  {
    name: 'the CMS’s REST',
    table: 'tickets',
    fails: async (host) => {
      const administrator = await login(host, 'it@example.com');
      const data = { subject, organization: await companyOf(host) };
      const { status, body } = await administrator.post('/tickets', data);
      return status >= 500 && Array.isArray(body.errors);
    },
  },
  {
    name: 'GraphQL',
    table: 'tickets',
    fails: async (host) => {
      const administrator = await login(host, 'it@example.com');
      const organization = JSON.stringify(await companyOf(host));
      const mutation = `mutation { createTicket(data: { subject: "${subject}", organization: ${organization} }) { id } }`;
      const { body } = await administrator.post('/graphql', { query: mutation });
      return body.errors?.[0]?.message !== undefined && !body.data?.createTicket;
    },
  },
  {
    name: 'the Local API in the process that serves',
    table: 'tickets',
    fails: async (host) => {
      const data = { subject, organization: await companyOf(host) };
      return (await host.anonymous.post('/import-ticket', data)).status >= 500;
    },
  },
  {
    name: 'the Local API in a script',
    table: 'tickets',
    fails: async ({ app }) =>
      (await app.payload('run', 'src/scripts/importTicket.ts', subject)).includes('Not created:'),
  },
];

/** A COMMIT that PostgreSQL refuses is an error in every interface, and nothing of the change is left. */
export const describeRefusedCommits = (host: Host): void => {
  describe('a commit that PostgreSQL refuses', () => {
    it('finds a ticket and a file', async () => {
      const organization_id = host.company;
      expect((await host.staff.post('/v1/tickets', { subject: 'Before', organization_id })).status).toBe(201);
      expect((await upload(host, await folderOf(host, 'Kept'), 'kept.txt')).status).toBe(201);
      await expect.poll(() => receivedEvents(host).at(-1)?.event).toBe('file.uploaded');
    });

    it.each(ways)('is an error of $name, which leaves nothing', async ({ table, fails }) => {
      const before = await traces(host);
      await refusedForTest(host, table);
      expect(await fails(host)).toBe(true);
      expect(await traces(host)).toEqual(before);
    });

    it('has told no one of what was refused', async () => {
      const [heard, received] = [heardEvents(host), receivedEvents(host)];
      const ticket = { subject: 'After', organization_id: host.company };
      const { body } = await host.staff.post('/v1/tickets', ticket);
      const told = { event: 'ticket.created', data: { id: body.id, subject: 'After' } };
      await expect.poll(() => heardEvents(host).slice(heard.length)).toMatchObject([told]);
      await expect.poll(() => receivedEvents(host).slice(received.length)).toMatchObject([told]);
      const mailed = (await host.staff.get('/portal/v1/email-log?per_page=100')).body.data;
      expect(mailed.map((mail: { subject: string }) => mail.subject).join()).not.toContain(subject);
    });
  });
};
