import type { CollectionSlug } from 'payload';
import { portalOf } from 'payload-support-portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/api/api.ts';
import { type OwnApp, startOwnApp } from '../../support/portal/ownApp.ts';
import { startHttpServer, type TestHttpServer } from '../../support/servers/httpServer.ts';

/** The last one is only for the app's own users and companies. */
const idTypes = ['serial', 'uuid', 'uuidv7', 'text'] as const;

describe.each(idTypes)('in an app of its own users, with ids %s', (idType) => {
  let app: OwnApp;
  let staff: Client;
  let client: Client;
  let receiver: TestHttpServer;

  beforeAll(async () => {
    receiver = await startHttpServer((response) => response.writeHead(204).end());
    app = await startOwnApp({ idType, portal: { webhooks: { allowedNetworks: ['127.0.0.0/8'] } } });
    portalOf(app.payload)?.work();
    staff = await app.clientOf('it');
    client = await app.clientOf('customer');
  });

  afterAll(async () => {
    await app.stop();
    await receiver.close();
  });

  const portalOptions = () => String(app.company);

  it('lists the people and organizations as the app’s code names them', async () => {
    const users = await staff.get('/v1/users?role=client');
    expect(users.body).toEqual({
      data: [
        {
          id: String(app.people.customer.id),
          name: 'Somebody of customer',
          email: 'customer@example.com',
          role: 'client',
          organization_id: portalOptions(),
        },
      ],
      meta: { page: 1, per_page: 25, total: 1 },
    });
    const organizations = await staff.get('/v1/organizations');
    expect(organizations.body.data.map(({ name }: { name: string }) => name)).toEqual(['Globex', 'Acme']);
  });

  it('lists the people by cursor, each once', async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await staff.get(`/v1/users?per_page=1&cursor=${cursor}`);
      seen.push(...body.data.map(({ email }: { email: string }) => email));
      cursor = body.meta.next_cursor;
    }
    expect(seen).toEqual(['customer', 'sales', 'press', 'it'].map((name) => `${name}@example.com`));
  });

  it('finds a person by email, and the people of one organization', async () => {
    const byAddress = await staff.get('/v1/users?email=IT@example.com');
    expect(byAddress.body.data.map(({ role }: { role: string }) => role)).toEqual(['administrator']);
    const ofCompany = await staff.get(`/v1/users?organization_id=${encodeURIComponent(app.company)}`);
    expect(ofCompany.body.meta.total).toBe(2);
    const ofOther = await staff.get(`/v1/users?organization_id=${encodeURIComponent(app.otherCompany)}`);
    expect(ofOther.body.meta.total).toBe(0);
  });

  it('serves tickets, replies, folders and files', async () => {
    const ticket = await client.post('/v1/tickets', { subject: 'The VPN is slow' });
    expect(ticket.body).toMatchObject({
      organization_id: String(app.company),
      created_by: String(app.people.customer.id),
    });
    const reply = await staff.post(`/v1/tickets/${ticket.body.id}/replies`, { body: 'Is it better now?' });
    expect(reply.status).toBe(201);
    const assigned = await staff.patch(`/v1/tickets/${ticket.body.id}`, {
      assignee_id: String(app.people.sales.id),
    });
    expect(assigned.body.assignee_id).toBe(String(app.people.sales.id));
    const history = await (await app.sessionOf('it')).get(
      `/ticket-changes?where[ticket][equals]=${ticket.body.id}`,
    );
    expect(history.body.docs.map(({ changes }: { changes: object }) => changes)).toEqual([
      { assignee_id: { from: null, to: String(app.people.sales.id) } },
    ]);
    const folder = await client.post('/v1/folders', { name: 'Plans' });
    const form = new FormData();
    form.append('file', new File(['bytes'], 'plan.txt', { type: 'text/plain' }));
    form.append('folder_id', folder.body.id);
    const uploaded = await app.fetch('/api/v1/files', {
      method: 'POST',
      headers: { Authorization: String(client.authorization) },
      body: form,
    });
    const { download_url } = await uploaded.json();
    const { pathname, search } = new URL(download_url);
    expect(await (await app.fetch(pathname + search)).text()).toBe('bytes');
  });

  it('hides the tickets of others', async () => {
    const { body } = await staff.post('/v1/tickets', {
      subject: 'Of the other company',
      organization_id: String(app.otherCompany),
    });
    expect((await client.get(`/v1/tickets/${body.id}`)).status).toBe(404);
  });

  it('delivers webhooks', async () => {
    const made = await client.post('/v1/webhooks', { url: receiver.url, events: ['ticket.created'] });
    await client.post('/v1/tickets', { subject: 'It is back' });
    await expect
      .poll(async () => (await client.get(`/v1/webhooks/${made.body.id}/deliveries`)).body.data[0]?.status)
      .toBe('delivered');
    await client.delete(`/v1/webhooks/${made.body.id}`);
  });

  it('deletes the webhooks of one of the app’s own organizations with it', async () => {
    const id = await app.make('companies', { title: 'Initech' });
    const made = await staff.post('/v1/webhooks', {
      url: receiver.url,
      events: ['*'],
      organization_id: String(id),
    });
    expect(made.status).toBe(201);
    await app.payload.delete({ collection: 'companies' as CollectionSlug, id, overrideAccess: true });
    expect((await staff.get(`/v1/webhooks/${made.body.id}`)).status).toBe(404);
  });

  it('logs mail, purges it, and records the purge', async () => {
    await app.payload.sendEmail({ to: 'ann@example.com', subject: 'Hello' }).catch(() => {});
    const session = await app.sessionOf('it');
    const { body } = await session.get('/portal/v1/email-log?to=ann@');
    expect(body.data).toHaveLength(1);
    expect((await session.post('/portal/v1/email-log/purge', { all: true })).body.deleted).toBeGreaterThan(0);
    const purges = await session.get('/email-log-purges');
    expect(purges.body.docs[0].user.id ?? purges.body.docs[0].user).toBe(app.people.it.id);
  });

  it('hides from clients and representatives what they may not see', async () => {
    for (const department of ['sales', 'customer'] as const) {
      const session = await app.sessionOf(department);
      expect((await session.get('/portal/v1/email-log')).status).toBe(403);
      expect((await session.get('/v1/users')).status).toBe(401);
    }
  });
});

describe('a user for whom the app’s code throws', () => {
  let broken = '';
  let app: OwnApp;

  beforeAll(async () => {
    const roles = {
      it: 'administrator',
      press: 'editor',
      sales: 'representative',
      customer: 'client',
    } as const;
    const resolve = ({ user }: { user: object }) => {
      if (Reflect.get(user, 'email') === broken) throw new TypeError('There is no department.');
      return roles[Reflect.get(user, 'department') as keyof typeof roles] ?? null;
    };
    app = await startOwnApp({ portal: { roles: { resolve } } });
  });

  afterAll(() => app.stop());

  it('is left out of the list of people, and keeps no one else from it', async () => {
    const staff = await app.clientOf('it');
    broken = app.people.press.email;
    const { status, body } = await staff.get('/v1/users');
    const emails = body.data.map(({ email }: { email: string }) => email);
    expect([status, emails]).toEqual([200, ['customer@example.com', 'sales@example.com', 'it@example.com']]);
  });
});
