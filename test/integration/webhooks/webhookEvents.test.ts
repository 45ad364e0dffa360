import { portalOf } from 'payload-support-portal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { startHttpServer, type TestHttpServer } from '../../support/servers/httpServer.ts';

/** The events that a change delivers to a real receiver, through each API. */

let receiver: TestHttpServer;
let portal: TestPortal;
let people: People;
let client: Client;
let staff: Client;
let cms: Client;

beforeAll(async () => {
  receiver = await startHttpServer((response) => response.writeHead(204).end());
  portal = await startPortal({ portal: { webhooks: { allowedNetworks: ['127.0.0.0/8'] } } });
  portalOf(portal.payload)?.work();
  people = await createPeople(portal);
  const { administrator, organization } = people;
  client = await keyClient(portal, administrator, { owner: people.client, organization });
  staff = await keyClient(portal, administrator, { owner: people.editor });
  cms = sessionOf(portal, people.editor);
  const { status } = await client.post('/v1/webhooks', { url: receiver.url, events: ['*'] });
  expect(status).toBe(201);
});

afterAll(async () => {
  await portal.stop();
  await receiver.close();
});

interface Received {
  event: string;
  timestamp: string;
  data: Record<string, unknown>;
}

const received = (): Received[] => receiver.requests.map(({ body }) => JSON.parse(String(body)) as Received);

const settled = () =>
  expect
    .poll(() => query(portal.databaseUrl, `select 1 from webhook_deliveries where status = 'pending'`))
    .toEqual([]);

beforeEach(async () => {
  await settled();
  receiver.requests.length = 0;
});

/** The events that an action causes. */
const eventsOf = async (act: () => Promise<unknown>): Promise<Received[]> => {
  receiver.requests.length = 0;
  await act();
  await settled();
  return received().sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
};

const newTicket = async (subject = 'VPN') => {
  const { body } = await client.post('/v1/tickets', { subject });
  await settled();
  return body;
};

describe('an event', () => {
  it('is published for a new ticket', async () => {
    let ticket: Record<string, string> = {};
    const events = await eventsOf(async () => {
      ticket = (await client.post('/v1/tickets', { subject: 'Printer', priority: 'high' })).body;
    });
    expect(events).toEqual([
      {
        event: 'ticket.created',
        timestamp: ticket.created_at,
        data: {
          id: ticket.id,
          subject: 'Printer',
          status: 'open',
          priority: 'high',
          created_by: String(people.client.id),
        },
      },
    ]);
  });

  it('names the changed fields of a ticket, with a number that rises by one', async () => {
    const { id } = await newTicket();
    const path = `/v1/tickets/${id}`;
    const [first] = await eventsOf(() => client.patch(path, { subject: 'New', description: 'text' }));
    const { body } = await client.get(path);
    expect(first).toEqual({
      event: 'ticket.updated',
      timestamp: body.updated_at,
      data: {
        id,
        subject: 'New',
        status: 'open',
        priority: 'medium',
        created_by: String(people.client.id),
        updated_at: body.updated_at,
        changes: { subject: { from: 'VPN', to: 'New' }, description: { from: null, to: 'text' } },
        sequence: 1,
      },
    });
    const [second] = await eventsOf(() => staff.patch(path, { assignee_id: String(people.technician.id) }));
    expect(second?.data).toMatchObject({
      sequence: 2,
      changes: { assignee_id: { from: null, to: String(people.technician.id) } },
    });
  });

  it('is not published if nothing changes, or for an internal reply', async () => {
    const { id } = await newTicket();
    expect(
      await eventsOf(() => client.patch(`/v1/tickets/${id}`, { subject: 'VPN', status: 'open' })),
    ).toEqual([]);
    expect(await eventsOf(() => cms.patch(`/tickets/${id}`, { subject: 'VPN' }))).toEqual([]);
    expect(
      await eventsOf(() => staff.post(`/v1/tickets/${id}/replies`, { body: 'psst', internal: true })),
    ).toEqual([]);
  });

  it('is published for a reply, and for the ticket that it reopens', async () => {
    const { id } = await newTicket();
    const [replied, ...others] = await eventsOf(() =>
      staff.post(`/v1/tickets/${id}/replies`, { body: 'done\n' }),
    );
    expect(others).toEqual([]);
    expect(replied).toEqual({
      event: 'ticket.replied',
      timestamp: replied?.data.created_at,
      data: {
        id: expect.any(String),
        ticket_id: id,
        body: 'done\n',
        created_by: String(people.editor.id),
        created_at: expect.stringMatching(/Z$/),
      },
    });
    await client.patch(`/v1/tickets/${id}`, { status: 'closed' });
    await settled();
    const events = await eventsOf(() => client.post(`/v1/tickets/${id}/replies`, { body: 'not yet' }));
    expect(events.map(({ event }) => event).sort()).toEqual(['ticket.replied', 'ticket.updated']);
  });

  it('is published for a file', async () => {
    const { body: folder } = await client.post('/v1/folders', { name: 'Shared' });
    const form = new FormData();
    form.set('folder_id', folder.id);
    form.set('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
    let file: Record<string, unknown> = {};
    const events = await eventsOf(async () => {
      const response = await portal.fetch('/api/v1/files', {
        method: 'POST',
        headers: { Authorization: client.authorization ?? '' },
        body: form,
      });
      file = (await response.json()) as Record<string, unknown>;
    });
    const { download_url: _link, reply_id: _reply, internal: _internal, uploaded_via: _via, ...told } = file;
    expect(events).toEqual([
      {
        event: 'file.uploaded',
        timestamp: told.uploaded_at,
        data: { ...told, uploaded_by: String(people.client.id) },
      },
    ]);
  });

  it('is published for changes through the CMS’s own APIs, too', async () => {
    const { organization } = people;
    const created = await eventsOf(() => cms.post('/tickets', { subject: 'By REST', organization }));
    expect(created.map(({ event, data }) => [event, data.subject])).toEqual([['ticket.created', 'By REST']]);
    const id = Number(created[0]?.data.id);
    const changed = await eventsOf(() =>
      portal.payload.update({
        collection: 'tickets' as never,
        id,
        data: { status: 'resolved' } as never,
        overrideAccess: true,
      }),
    );
    expect(changed.map(({ event, data }) => [event, data.sequence])).toEqual([['ticket.updated', 1]]);
    const many = await eventsOf(() =>
      cms.request('PATCH', `/tickets?where[id][equals]=${id}`, { priority: 'low' }),
    );
    expect(many.map(({ data }) => data.sequence)).toEqual([2]);
    const replied = await eventsOf(() => cms.post('/ticket-replies', { ticket: id, text: 'hello' }));
    expect(replied.map(({ event, data }) => [event, data.body])).toEqual([['ticket.replied', 'hello']]);
  });

  it('is numbered without gaps or duplicates under concurrent changes', async () => {
    const { id } = await newTicket();
    const events = await eventsOf(() =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          client.patch(`/v1/tickets/${id}`, { subject: `By ${index}` }),
        ),
      ),
    );
    const numbers = events.map(({ data }) => Number(data.sequence)).sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('stays in its organization', async () => {
    const events = await eventsOf(() =>
      staff.post('/v1/tickets', { subject: 'Theirs', organization_id: String(people.otherOrganization) }),
    );
    expect(events).toEqual([]);
  });

  it('is lost together with the change if the commit fails, in every interface', async () => {
    await query(
      portal.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$;
       create constraint trigger refuse after insert or update on tickets deferrable initially deferred
         for each row when (new.subject = 'Uncommitted') execute function refuse()`,
    );
    const { id } = await newTicket();
    const events = await eventsOf(async () => {
      for (const answer of [
        await client.post('/v1/tickets', { subject: 'Uncommitted' }),
        await client.patch(`/v1/tickets/${id}`, { subject: 'Uncommitted' }),
        await cms.post('/tickets', { subject: 'Uncommitted', organization: people.organization }),
        await cms.patch(`/tickets/${id}`, { subject: 'Uncommitted' }),
      ]) {
        expect(answer.status).toBe(500);
      }
    });
    await query(portal.databaseUrl, 'drop trigger refuse on tickets');
    expect(events).toEqual([]);
    expect((await client.get(`/v1/tickets/${id}`)).body.subject).toBe('VPN');
  });
});

it('a change of tags is told to webhooks of all organizations, and to none that a client may have', async () => {
  const { status } = await staff.post('/v1/webhooks', {
    url: `${receiver.url}/all`,
    events: ['ticket.updated'],
  });
  expect(status).toBe(201);
  const { id } = await newTicket();
  const changed = async (fields: object) => {
    await eventsOf(() => staff.patch(`/v1/tickets/${id}`, fields));
    const heard = (byAll: boolean) =>
      receiver.requests
        .filter(({ path }) => path.endsWith('/all') === byAll)
        .map(({ body }) => Object.keys(JSON.parse(body).data.changes).sort());
    return { all: heard(true), ofOne: heard(false) };
  };
  expect(await changed({ tags: ['VIP'] })).toEqual({ all: [['tags']], ofOne: [] });
  expect(await changed({ tags: ['VIP', 'late'], priority: 'high' })).toEqual({
    all: [['priority', 'tags']],
    ofOne: [['priority']],
  });
});
