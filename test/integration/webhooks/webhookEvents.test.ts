import { createHash, randomInt } from 'node:crypto';
import { configToSchema } from '@payloadcms/graphql';
import { createLocalReq } from 'payload';
import { portalOf } from 'payload-support-portal';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pruneDeliveries, pruneEvents } from '../../../src/features/webhooks/deliveries/prune.ts';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { graphql } from '../../support/api/graphql.ts';
import { contextOf } from '../../support/portal/context.ts';
import { isWaitingForLock, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
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

describe('the body of an event', () => {
  const bodies = () =>
    query<{ body: string }>(portal.databaseUrl, 'select body from support_portal.webhook_events');

  const register = async (count: number): Promise<string[]> => {
    const made = Array.from({ length: count }, (_, number) =>
      client.post('/v1/webhooks', { url: `${receiver.url}?${number}`, events: ['ticket.replied'] }),
    );
    return (await Promise.all(made)).map(({ body }) => body.id);
  };

  /** Replies to a ticket, and returns the delivery of each webhook. */
  const reply = async (webhooks: readonly string[], body: string): Promise<string[]> => {
    const { id } = await newTicket();
    await staff.post(`/v1/tickets/${id}/replies`, { body });
    await settled();
    const newest = webhooks.map((webhook) => client.get(`/v1/webhooks/${webhook}/deliveries?per_page=1`));
    return (await Promise.all(newest)).map((answer) => answer.body.data[0].id);
  };

  const forget = async (webhooks: readonly string[]) => {
    for (const webhook of webhooks) expect((await client.delete(`/v1/webhooks/${webhook}`)).status).toBe(204);
  };

  const prune = async () => {
    const context = contextOf({});
    await pruneDeliveries(portal.payload, context);
    await pruneEvents(portal.payload, context);
  };

  it('is stored once, however many webhooks hear it, and everyone who may reads it whole', async () => {
    const webhooks = await register(15);
    const size = async () => {
      const [row] = await query<{ size: string }>(
        portal.databaseUrl,
        'select pg_database_size(current_database()) as size',
      );
      return Number(row?.size);
    };
    const before = await size();
    // PostgreSQL can't make it smaller: 147 KB.
    const text = Array.from({ length: 49_000 }, () => String.fromCharCode(randomInt(0x4e00, 0x9fa5))).join(
      '',
    );
    const deliveries = await reply(webhooks, text);
    expect((await size()) - before).toBeLessThan(1_000_000);
    // Short, so that a failure can be read.
    const digest = (body: unknown) => createHash('sha256').update(String(body)).digest('hex');
    const sent = new Map(receiver.requests.map(({ path, body }) => [path.split('?')[1], digest(body)]));
    for (const [index, webhook] of webhooks.entries()) {
      const { body } = await client.get(`/v1/webhooks/${webhook}/deliveries/${deliveries[index]}`);
      expect(digest(body.request.body)).toBe(sent.get(String(index)));
      expect(JSON.parse(body.request.body).data.body === text).toBe(true);
    }
    const all = await cms.get('/webhook-deliveries?where[event][equals]=ticket.replied&sort=-id&limit=16');
    const digests = all.body.docs.map((doc: { body: string }) => digest(doc.body));
    expect(digests).toEqual(Array(16).fill(sent.get('0')));
    const [delivery] = deliveries;
    expect(digest((await cms.get(`/webhook-deliveries/${delivery}`)).body.body)).toBe(sent.get('0'));
    const { schema } = configToSchema(portal.payload.config);
    const user = await portal.payload.findByID({ collection: 'users', id: people.editor.id });
    const req = await createLocalReq({ user: { ...user, collection: 'users' } as never }, portal.payload);
    const source = `{ WebhookDelivery(id: ${delivery}) { body } }`;
    const answer = await graphql({ schema, source, contextValue: { req, res: {}, headers: {} } });
    const told = answer.data?.WebhookDelivery as { body: string } | undefined;
    expect(digest(told?.body)).toBe(sent.get('0'));
    const chosen = await cms.get(`/webhook-deliveries/${delivery}?select[event]=true`);
    expect(chosen.body).toEqual({ id: Number(delivery), event: 'ticket.replied' });
    await forget(webhooks);
  });

  it('is that of its own row if an earlier version stored it', async () => {
    const [webhook = ''] = await register(1);
    const [id] = await reply([webhook], 'hello');
    const { request } = (await client.get(`/v1/webhooks/${webhook}/deliveries/${id}`)).body;
    await query(
      portal.databaseUrl,
      `update webhook_deliveries d set body = e.body, event_id = null
       from support_portal.webhook_events e where e.id = d.event_id and d.id = $1`,
      [id],
    );
    await prune();
    receiver.requests.length = 0;
    await client.post(`/v1/webhooks/${webhook}/deliveries/${id}/redeliver`);
    await settled();
    expect(receiver.requests.map(({ body }) => body)).toEqual([request.body]);
    const again = (await client.get(`/v1/webhooks/${webhook}/deliveries/${id}`)).body.request.body;
    const shown = (await cms.get(`/webhook-deliveries/${id}`)).body.body;
    expect([again, shown]).toEqual([request.body, request.body]);
    await forget([webhook]);
  });

  it('goes with its last delivery', async () => {
    const [one = '', other = ''] = await register(2);
    const [, left] = await reply([one, other], 'to be kept');
    const kept = async () => (await bodies()).filter(({ body }) => body.includes('to be kept')).length;
    await forget([one]);
    await prune();
    expect(await kept()).toBe(1);
    receiver.requests.length = 0;
    await client.post(`/v1/webhooks/${other}/deliveries/${left}/redeliver`);
    await settled();
    expect(received().map(({ data }) => data.body)).toEqual(['to be kept']);
    await query(
      portal.databaseUrl,
      `update webhook_deliveries set created_at = now() - interval '31 days', last_attempt_at = now() - interval '31 days'
       where event_id = (select event_id from webhook_deliveries where id = $1)`,
      [left],
    );
    await prune();
    expect(await kept()).toBe(0);
    await forget([other]);
  });

  it('stays with a delivery that is created or sent again while others are pruned', async () => {
    const [webhook = ''] = await register(1);
    const [id] = await reply([webhook], 'sent again');
    await query(
      portal.databaseUrl,
      `update webhook_deliveries set created_at = now() - interval '31 days', last_attempt_at = now() - interval '31 days'
       where id = $1`,
      [id],
    );
    const other = new pg.Client({ connectionString: portal.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query(
      `with stored as (insert into support_portal.webhook_events (body) values ('{"data":"late"}') returning id)
       insert into webhook_deliveries (webhook_id, event, event_id, message_id, status, attempts, failures, created_at)
       select $1, 'ticket.replied', stored.id, 'late', 'failed', 0, 0, now() from stored`,
      [webhook],
    );
    await other.query(`update webhook_deliveries set status = 'pending' where id = $1`, [id]);
    const pruning = prune();
    await expect.poll(() => isWaitingForLock(portal.databaseUrl)).toBe(true);
    await other.query('commit');
    await other.end();
    await pruning;
    const shown = await cms.get(`/webhook-deliveries?where[webhook][equals]=${webhook}`);
    expect(
      shown.body.docs.map((doc: { body: string }) => JSON.parse(doc.body).data?.body ?? doc.body),
    ).toEqual(['{"data":"late"}', 'sent again']);
    await query(portal.databaseUrl, `update webhook_deliveries set status = 'failed' where id = $1`, [id]);
    await forget([webhook]);
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
