import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;
let representative: Client;

beforeAll(async () => {
  process.env.PAYLOAD_FORCE_DRIZZLE_PUSH = 'true';
  portal = await startPortal({
    push: true,
    portal: {
      collections: {
        organizations: { overrides: (organizations) => ({ ...organizations, dbName: 'clients_of_ours' }) },
        tickets: { slug: 'helpRequests' },
        ticketReplies: { slug: 'help-answers' },
        ticketChanges: { slug: 'helpChanges' },
        folders: { slug: 'sharedFolders' },
        files: { slug: 'portal-Files' },
        webhooks: { slug: 'hooks' },
        webhookDeliveries: { slug: 'hookDeliveries' },
        apiKeys: { slug: 'keys' },
        emailLog: { slug: 'sentMails', overrides: (log) => ({ ...log, dbName: 'mails' }) },
        emailLogPurges: { slug: 'purges' },
      },
    },
  });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  staff = await keyClient(portal, administrator, { owner: administrator });
  representative = await keyClient(portal, administrator, { owner: people.representative, organization });
});

afterAll(() => portal.stop());

describe('with other slugs and tables', () => {
  it('serves tickets and replies', async () => {
    const organization_id = String(people.organization);
    const { body } = await staff.post('/v1/tickets', { subject: 'The VPN is slow', organization_id });
    await representative.post(`/v1/tickets/${body.id}/replies`, { body: 'Better now?' });
    expect((await staff.get(`/v1/tickets/${body.id}/replies`)).body.meta.total).toBe(1);
    expect((await representative.get('/v1/tickets')).body.meta.total).toBe(1);
    await representative.patch(`/v1/tickets/${body.id}`, { status: 'resolved' });
    expect(await query(portal.databaseUrl, 'select changes from help_changes')).toEqual([
      { changes: { status: { from: 'open', to: 'resolved' } } },
    ]);
    expect(await query(portal.databaseUrl, 'select subject from help_requests')).toEqual([
      { subject: 'The VPN is slow' },
    ]);
  });

  it('serves folders and files', async () => {
    const { body: folder } = await representative.post('/v1/folders', { name: 'Plans' });
    const form = new FormData();
    form.append('file', new File(['bytes'], 'plan.txt'));
    form.append('folder_id', folder.id);
    const headers = { Authorization: String(representative.authorization) };
    const uploaded = await portal.fetch('/api/v1/files', { method: 'POST', headers, body: form });
    const { pathname, search } = new URL((await uploaded.json()).download_url);
    expect(await (await portal.fetch(pathname + search)).text()).toBe('bytes');
  });

  it('finds the people of an organization', async () => {
    const { body } = await staff.get(`/v1/users?organization_id=${people.organization}`);
    expect(body.data.map(({ role }: { role: string }) => role)).toEqual(['client', 'representative']);
  });

  it('stores webhooks and their deliveries', async () => {
    const made = await staff.post('/v1/webhooks', { url: 'https://nowhere.invalid/', events: ['*'] });
    const sent = await staff.post(`/v1/webhooks/${made.body.id}/test`);
    const { body } = await staff.get(`/v1/webhooks/${made.body.id}/deliveries/${sent.body.delivery_id}`);
    expect(body.event).toBe('webhook.test');
  });

  it('logs mail, purges it, and shows both under the app’s slugs', async () => {
    await portal.payload.sendEmail({ to: 'ann@example.com', subject: 'Hello' }).catch(() => {});
    const session = sessionOf(portal, people.administrator);
    expect((await session.get('/sentMails?where[to][equals]=ann@example.com')).body.totalDocs).toBe(1);
    expect((await staff.get('/portal/v1/email-log?search=hello')).body.meta.total).toBe(1);
    expect((await session.post('/portal/v1/email-log/purge', { all: true })).body.deleted).toBeGreaterThan(0);
    expect((await session.get('/purges')).body.totalDocs).toBe(1);
  });
});
