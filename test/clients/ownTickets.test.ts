import { GRAPHQL_POST } from '@payloadcms/next/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../support/api/api.ts';
import { deliver, withInbound, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import type { ClientBrowser } from '../support/pages/clientBrowser.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { beDefaultInstance } from '../support/portal/defaultInstance.ts';
import { query, serverUrl, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;
let session: Client;
let key: Client;
let browser: ClientBrowser;
/** Tickets of the same organization: created by the client, for the client, and for a colleague. */
let tickets: { own: string; named: string; foreign: string };
let files: { loose: string; own: string; foreign: string };
let folder: string;
let colleagueId: string;

const create = async (collection: string, data: object): Promise<number> =>
  Number((await portal.payload.create({ collection, data, overrideAccess: true } as never)).id);

const upload = async (fields: Record<string, string>, by: Client = staff) => {
  const form = new FormData();
  form.set('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await portal.fetch('/api/v1/files', {
    method: 'POST',
    body: form,
    headers: { Authorization: by.authorization ?? '' },
  });
  return { status: response.status, body: await response.json() };
};

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      ...withInbound,
    },
  });
  people = await createPeople(portal);
  const { administrator, client, organization } = people;
  staff = await keyClient(portal, administrator, { owner: administrator });
  key = await keyClient(portal, administrator, { owner: client, organization });
  session = sessionOf(portal, client);
  browser = await signedIn(portal, client);
  const colleague = await create('users', {
    email: 'colleague@example.com',
    password: 'a password',
    role: 'client',
    organization,
  });
  colleagueId = String(colleague);
  const ticketFor = async (subject: string, requester: number): Promise<string> => {
    const { body } = await staff.post('/v1/tickets', {
      subject,
      organization_id: String(organization),
      requester_id: String(requester),
    });
    return body.id;
  };
  tickets = {
    own: (await key.post('/v1/tickets', { subject: 'printer one' })).body.id,
    named: await ticketFor('printer two', client.id),
    foreign: await ticketFor('printer three', colleague),
  };
  for (const id of Object.values(tickets)) await staff.post(`/v1/tickets/${id}/replies`, { body: 'toner' });
  folder = String(await create('folders', { name: 'Shared', organization }));
  files = {
    loose: (await upload({ folder_id: folder })).body.id,
    own: (await upload({ folder_id: folder, ticket_id: tickets.own })).body.id,
    foreign: (await upload({ folder_id: folder, ticket_id: tickets.foreign })).body.id,
  };
});

afterAll(() => portal.stop());

const letClientsSee = (view: 'own' | 'organization') =>
  portal.payload.update({
    collection: 'organizations',
    id: people.organization,
    data: { clientsSee: view },
    overrideAccess: true,
  } as never);

const ids = (rows: readonly { id: string | number }[]) => rows.map(({ id }) => String(id)).sort();

/** Everything that the client reads, by route. */
const readAll = async () => {
  const query =
    'query { Tickets { docs { id } } TicketReplies { docs { ticket { id } } } PortalFiles { docs { id } } }';
  const undo = beDefaultInstance(portal);
  const response = await GRAPHQL_POST(portal.config)(
    new Request(`${serverUrl}/api/graphql`, {
      method: 'POST',
      headers: { Authorization: session.authorization ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    }),
  );
  const graph = await response.json();
  undo();
  const restReplies = (await session.get('/ticket-replies?depth=0')).body.docs as { ticket: number }[];
  return {
    tickets: [
      ids((await key.get('/v1/tickets')).body.data),
      ids((await key.get('/v1/tickets?search=printer')).body.data),
      ids((await key.get('/v1/tickets?search=toner')).body.data),
      ids((await browser.send('GET', '/tickets')).body.data),
      ids((await session.get('/tickets')).body.docs),
      ids(graph.data.Tickets.docs),
      ids(restReplies.map(({ ticket }) => ({ id: ticket }))),
      ids(graph.data.TicketReplies.docs.map(({ ticket }: { ticket: { id: number } }) => ticket)),
    ],
    files: [
      ids((await key.get('/v1/files')).body.data),
      ids((await browser.send('GET', '/files')).body.data),
      ids((await session.get('/files')).body.docs),
      ids(graph.data.PortalFiles.docs),
    ],
  };
};

const receive = async (ticket: string) => {
  const message = written({ from: 'client@example.com', subject: `Re: [#${ticket}] printer` });
  const { body } = await deliver(portal, message);
  const read = async () => (await staff.get(`/portal/v1/inbound-mails/${body.id}`)).body;
  await eventually(async () => (await read()).outcome !== null, 25);
  return read();
};

const nobodyElses = () => [tickets.own, tickets.named].sort();

describe('an organization whose clients see all of its tickets', () => {
  it('shows them on every route', async () => {
    await letClientsSee('organization');
    const read = await readAll();
    for (const seen of read.tickets) expect(seen).toEqual(Object.values(tickets).sort());
    for (const seen of read.files) expect(seen).toEqual(Object.values(files).sort());
  });
});

describe('an organization whose clients see only their own tickets', () => {
  beforeAll(() => letClientsSee('own'));

  it('shows those that they created or are the requester of, with their files, on every route', async () => {
    const read = await readAll();
    for (const seen of read.tickets) expect(seen).toEqual(nobodyElses());
    for (const seen of read.files) expect(seen).toEqual([files.loose, files.own].sort());
  });

  it('counts no others', async () => {
    expect((await key.get('/v1/tickets?search=three')).body).toMatchObject({ data: [] });
    expect((await session.get('/tickets/count')).body).toEqual({ totalDocs: 2 });
    expect((await session.get('/tickets?where[subject][like]=three')).body).toMatchObject({ totalDocs: 0 });
  });

  it('has no other ticket, reply or file by its id', async () => {
    const { foreign } = tickets;
    const answers = [
      await key.get(`/v1/tickets/${foreign}`),
      await key.get(`/v1/tickets/${foreign}/replies`),
      await key.post(`/v1/tickets/${foreign}/replies`, { body: 'Mine?' }),
      await key.patch(`/v1/tickets/${foreign}`, { priority: 'high' }),
      await key.get(`/v1/files/${files.foreign}`),
      await key.delete(`/v1/files/${files.foreign}`),
      await browser.send('GET', `/tickets/${foreign}`),
      await browser.send('POST', `/tickets/${foreign}/replies`, { body: 'Mine?' }),
      await session.get(`/tickets/${foreign}`),
      await session.post('/ticket-replies', { ticket: Number(foreign), text: 'Mine?' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    // The CMS's answer for any document that is out of reach.
    expect(await session.patch(`/tickets/${foreign}`, { priority: 'high' })).toMatchObject({ status: 403 });
    expect((await staff.get(`/v1/tickets/${foreign}`)).body).toMatchObject({ priority: 'medium' });
    expect((await staff.get(`/v1/tickets/${foreign}/replies`)).body.data).toHaveLength(1);
  });

  it('takes no file for another ticket', async () => {
    expect(await upload({ folder_id: folder, ticket_id: tickets.foreign }, key)).toMatchObject({
      status: 422,
      body: { details: [{ path: 'ticket_id' }] },
    });
    expect(await upload({ folder_id: folder, ticket_id: tickets.named }, key)).toMatchObject({ status: 201 });
  });

  it('takes no file of a colleague into a ticket that they do not see', async () => {
    const replies = `/v1/tickets/${tickets.own}/replies`;
    expect(await key.post(replies, { body: 'See the file.', file_ids: [files.loose] })).toMatchObject({
      status: 422,
      body: { details: [{ path: 'file_ids.0' }] },
    });
    const mine = (await upload({ folder_id: folder }, key)).body.id;
    const { status, body } = await key.post(replies, {
      body: 'See the files.',
      file_ids: [mine, files.own],
    });
    expect([status, ids(body.files)]).toEqual([201, [mine, files.own].sort()]);
    expect((await staff.get(`/v1/files/${files.loose}`)).body).toMatchObject({ ticket_id: null });
  });

  it('shows no file of a ticket of others that is deleted', async () => {
    const { body: ticket } = await staff.post('/v1/tickets', {
      subject: 'printer four',
      organization_id: String(people.organization),
    });
    const { body: file } = await upload({ folder_id: folder, ticket_id: ticket.id });
    await portal.payload.delete({ collection: 'tickets', id: ticket.id, overrideAccess: true });
    expect((await key.get(`/v1/files/${file.id}`)).status).toBe(404);
    expect((await session.get(`/files/${file.id}`)).status).toBe(404);
    expect((await staff.get(`/v1/files/${file.id}`)).body).toMatchObject({ ticket_id: null });
    await staff.delete(`/v1/files/${file.id}`);
  });

  it('shows the ticket into which one of theirs was merged, and takes their answers', async () => {
    const { body: source } = await key.post('/v1/tickets', { subject: 'printer five' });
    const { body: target } = await staff.post('/v1/tickets', {
      subject: 'printer six',
      organization_id: String(people.organization),
      requester_id: colleagueId,
    });
    expect((await key.get(`/v1/tickets/${target.id}`)).status).toBe(404);
    const merged = await staff.post(`/v1/tickets/${source.id}/merge`, { into: target.id });
    expect(merged.body.followers).toEqual([String(people.client.id)]);
    expect((await key.post(`/v1/tickets/${source.id}/replies`, { body: 'And now?' })).body).toMatchObject({
      ticket_id: target.id,
    });
    expect(await receive(source.id)).toMatchObject({ outcome: 'reply', ticket_id: target.id });
    for (const { id } of [source, target])
      await portal.payload.delete({ collection: 'tickets', id, overrideAccess: true });
  });

  it('holds a mail about another ticket, and takes one about their own', async () => {
    expect(await receive(tickets.foreign)).toMatchObject({ outcome: 'held', reason: 'not_a_participant' });
    expect(await receive(tickets.named)).toMatchObject({ outcome: 'reply', ticket_id: tickets.named });
  });

  it('shows those that they follow, and takes their answers, on every route', async () => {
    const { foreign } = tickets;
    const follower = `/v1/tickets/${foreign}/followers/${people.client.id}`;
    expect((await staff.request('PUT', follower)).status).toBe(200);
    const read = await readAll();
    for (const seen of read.tickets) expect(seen).toContain(foreign);
    for (const seen of read.files) expect(seen).toContain(files.foreign);
    const answers = [
      await key.post(`/v1/tickets/${foreign}/replies`, { body: 'Yes.' }),
      await browser.send('POST', `/tickets/${foreign}/replies`, { body: 'Yes.' }),
      await session.post('/ticket-replies', { ticket: Number(foreign), text: 'Yes.' }),
      await upload({ folder_id: folder, ticket_id: foreign }, key),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const mail = await receive(foreign);
    expect(mail).toMatchObject({ outcome: 'reply', ticket_id: foreign });
    expect((await staff.delete(follower)).status).toBe(204);
    expect((await key.get(`/v1/tickets/${foreign}`)).status).toBe(404);
  });

  it('gives their keys no webhook, which would tell of every ticket', async () => {
    const webhook = { url: 'https://192.0.32.8/hook', events: ['*'] };
    expect(await key.post('/v1/webhooks', webhook)).toMatchObject({ status: 403 });
    await letClientsSee('organization');
    const { status, body } = await key.post('/v1/webhooks', webhook);
    expect(status).toBe(201);
    const tested = await key.post(`/v1/webhooks/${body.id}/test`, {});
    const delivery = `/v1/webhooks/${body.id}/deliveries/${tested.body.delivery_id}`;
    expect(await key.get(delivery)).toMatchObject({ status: 200 });
    // An owner who is gone may have been a client.
    const { body: ownerless } = await key.post('/v1/webhooks', webhook);
    await query(portal.databaseUrl, 'update webhooks set owner_id = null where id = $1', [ownerless.id]);
    await letClientsSee('own');
    for (const { id } of [body, ownerless])
      expect(await key.get(`/v1/webhooks/${id}`)).toMatchObject({
        body: { status: 'disabled', disabled_reason: 'owner' },
      });
    expect(await key.get(`/v1/webhooks/${body.id}/deliveries`)).toMatchObject({ status: 403 });
    expect(await key.post(`/v1/webhooks/${body.id}/rotate-secret`, {})).toMatchObject({ status: 403 });
    expect(await key.get(delivery)).toMatchObject({ status: 403 });
    expect(await key.post(`${delivery}/redeliver`, {})).toMatchObject({ status: 403 });
    const since = new Date(0).toISOString();
    expect(await key.post(`/v1/webhooks/${body.id}/recover`, { since })).toMatchObject({ status: 403 });
    expect(await key.patch(`/v1/webhooks/${body.id}`, { events: ['ticket.created'] })).toMatchObject({
      status: 403,
    });
    expect(await key.delete(`/v1/webhooks/${body.id}`)).toMatchObject({ status: 204 });
  });

  it('lets their keys neither disable nor delete a webhook of the team', async () => {
    const organization_id = String(people.organization);
    const webhook = { url: 'https://192.0.32.8/hook', events: ['*'], organization_id };
    const { status, body } = await staff.post('/v1/webhooks', webhook);
    expect(status).toBe(201);
    const path = `/v1/webhooks/${body.id}`;
    expect(await key.patch(path, { status: 'disabled' })).toMatchObject({ status: 403 });
    expect(await key.delete(path)).toMatchObject({ status: 403 });
    await letClientsSee('organization');
    expect(await key.delete(path)).toMatchObject({ status: 204 });
    await letClientsSee('own');
  });

  it('is no secret of its clients: they can neither read nor change it', async () => {
    expect((await session.get(`/organizations/${people.organization}`)).body).not.toHaveProperty(
      'clientsSee',
    );
    expect(
      await session.patch(`/organizations/${people.organization}`, { clientsSee: 'organization' }),
    ).toMatchObject({ status: 403 });
  });

  it('shows representatives and staff all tickets', async () => {
    expect(ids((await sessionOf(portal, people.representative).get('/tickets')).body.docs)).toEqual(
      Object.values(tickets).sort(),
    );
    expect((await staff.get('/v1/tickets')).body.data).toHaveLength(3);
  });
});
