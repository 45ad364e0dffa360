import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { deliver, withInbound, written } from '../support/mail/inbound.ts';
import { type PageVisitor, visitPages } from '../support/pages/clientPages.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople } from '../support/portal/people.ts';

let portal: TestPortal;
let count = 0;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      ...withInbound,
    },
  });
  await createPeople(portal);
});

afterAll(() => portal.stop());

const create = async (collection: string, data: object): Promise<number> =>
  Number((await portal.payload.create({ collection, data, overrideAccess: true } as never)).id);

/** A client of an organization that has no folder yet. */
const enter = async (): Promise<{ visitor: PageVisitor; organization: number; email: string }> => {
  count += 1;
  const organization = await create('organizations', { name: `Organization ${count}` });
  const email = `sender${count}@example.com`;
  const id = await create('users', { email, password: 'a long password', role: 'client', organization });
  return { visitor: visitPages(portal, (await signedIn(portal, { id })).cookies), organization, email };
};

const run = (sql: string, values: unknown[] = []) => query(portal.databaseUrl, sql, values);

const foldersOf = (organization: number) =>
  run('select id, name from folders where organization_id = $1 order by id', [organization]);

/** The folders of an organization's files, by the name of the file. */
const filesOf = async (organization: number): Promise<Record<string, number>> => {
  const rows = await run('select name, folder_id from files where organization_id = $1', [organization]);
  return Object.fromEntries(rows.map((row) => [Reflect.get(row, 'name'), Reflect.get(row, 'folder_id')]));
};

const newTicket = (visitor: PageVisitor, file?: string) =>
  visitor.send('/support/tickets', {
    subject: 'VPN is slow',
    ...(file !== undefined && { files: new File(['log'], file) }),
  });

const pathOf = ({ location }: { location: string | null }): string => location?.split('?')[0] ?? '';

it('is found among more than a hundred folders', async () => {
  const { visitor, organization } = await enter();
  const folder = await create('folders', { name: 'Ticket files', organization });
  await run(
    `insert into folders (name, organization_id, created_at, updated_at)
     select 'Ab ' || n, $1::int, now() + n * interval '1 second', now() from generate_series(1, 120) n`,
    [organization],
  );
  expect((await newTicket(visitor, 'one.log')).status).toBe(303);
  expect(await filesOf(organization)).toEqual({ 'one.log': folder });
  expect(await foldersOf(organization)).toHaveLength(121);
});

it('is made once by forms that come at the same time', async () => {
  const { visitor, organization } = await enter();
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  // Folders can be read, and none is made before both forms have looked for one.
  await client.query('begin; lock table folders in share mode');
  const pages = Promise.all([newTicket(visitor, '1.log'), newTicket(visitor, '2.log')]);
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(() => run(waiting), { timeout: 10_000 })
    .toHaveLength(2)
    .finally(() => client.end());
  expect((await pages).map(({ status }) => status)).toEqual([303, 303]);
  expect(Object.keys(await filesOf(organization)).sort()).toEqual(['1.log', '2.log']);
  expect(await foldersOf(organization)).toMatchObject([{ name: 'Ticket files' }]);
});

it('is the same for a page and for a mail, and never that of another organization', async () => {
  const other = await enter();
  await create('folders', { name: 'Ticket files', organization: other.organization });
  const { visitor, organization, email } = await enter();
  const first = await create('folders', { name: 'Mail attachments', organization });
  await create('folders', { name: 'Ticket files', organization });
  expect((await newTicket(visitor, 'page.log')).status).toBe(303);
  const message = written({
    from: email,
    subject: 'Printer',
    attachments: { 'mail.log': 'log' },
  });
  await deliver(portal, message);
  await expect
    .poll(() => filesOf(organization), { timeout: 20_000 })
    .toEqual({ 'page.log': first, 'mail.log': first });
  expect(await filesOf(other.organization)).toEqual({});
});

/** Lets PostgreSQL refuse every new folder, until the test is over. */
const refuseFolders = async (): Promise<void> => {
  await run(`create function refuse_folder() returns trigger language plpgsql as
    $$ begin raise exception 'No folder.'; end $$`);
  await run('create trigger refuse_folder before insert on folders execute function refuse_folder()');
  onTestFinished(async () => void (await run('drop function refuse_folder cascade')));
};

it('that cannot be made refuses a reply with files before anything is sent, and keeps its text', async () => {
  const { visitor, organization } = await enter();
  const ticket = pathOf(await newTicket(visitor));
  await refuseFolders();
  const files = new File(['log'], 'lost.log');
  const refused = await visitor.send(`${ticket}/replies`, { body: 'My long answer', files });
  expect(refused.status).toBe(503);
  expect(refused.html).toMatch(/<textarea[^>]*>My long answer</);
  expect(refused.html).toContain('href="#files"');
  expect((await visitor.open(ticket)).html).not.toContain('My long answer');
  expect(await filesOf(organization)).toEqual({});
});

it('that cannot be made leaves a new ticket, whose page tells that its files are missing', async () => {
  const { visitor, organization } = await enter();
  await refuseFolders();
  const made = await newTicket(visitor, 'lost.log');
  expect(made.status).toBe(503);
  expect(made.html).toContain('<h1>VPN is slow</h1>');
  expect(made.html).toContain('href="#files"');
  expect(await run('select 1 from tickets where organization_id = $1', [organization])).toHaveLength(1);
  expect(await filesOf(organization)).toEqual({});
});
