import { portalOf } from 'payload-support-portal';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Client, sessionOf } from '../support/api/api.ts';
import { visitPages } from '../support/pages/clientPages.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { beDefaultInstance } from '../support/portal/defaultInstance.ts';
import { serverUrl, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People, type Person } from '../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let editor: Client;
let ticket: string;

const create = async (collection: string, data: object): Promise<number> =>
  Number((await portal.payload.create({ collection, data, overrideAccess: true } as never)).id);

beforeAll(async () => {
  portal = await startPortal({ portal: { rateLimit: { perMinute: 0 } } });
  people = await createPeople(portal);
  editor = sessionOf(portal, people.editor);
  const { client, organization } = people;
  ticket = String(
    await create('tickets', { subject: 'VPN is slow', organization, requester: client.id, tags: ['VIP'] }),
  );
  await create('ticket-replies', { ticket: Number(ticket), text: 'Try again.', createdBy: people.editor.id });
  await create('ticket-replies', { ticket: Number(ticket), text: 'A difficult client', internal: true });
});

afterAll(() => portal.stop());

const sessionsPath = () => `/portal/v1/users/${people.client.id}/client-sessions`;

describe('the sessions of a client', () => {
  it('are listed and ended by staff', async () => {
    const [one, other] = [await signedIn(portal, people.client), await signedIn(portal, people.client)];
    const { status, body } = await editor.get(sessionsPath());
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: [{ browser: 'Firefox on Windows' }, { browser: 'Firefox on Windows' }],
    });
    expect((await editor.delete(`${sessionsPath()}/${body.data[0].id}`)).status).toBe(204);
    expect((await editor.delete(`${sessionsPath()}/${body.data[0].id}`)).status).toBe(404);
    const states = [await one.send('GET', '/session'), await other.send('GET', '/session')];
    expect(states.map((answer) => answer.status).sort()).toEqual([200, 401]);
    expect((await editor.delete(sessionsPath())).status).toBe(204);
    expect((await editor.get(sessionsPath())).body.data).toEqual([]);
    expect((await one.send('GET', '/session')).status).toBe(401);
  });

  it('are none of representatives, of other clients, or of an id that is no client’s', async () => {
    for (const person of [people.representative, people.client])
      expect((await sessionOf(portal, person).get(sessionsPath())).status).toBe(403);
    for (const id of [people.editor.id, 999_999, 'none'])
      expect((await editor.get(`/portal/v1/users/${id}/client-sessions`)).status).toBe(404);
  });
});

/** A browser in which a person is logged in to the CMS. */
const loggedIn = ({ token }: Person) => {
  const visitor = visitPages(portal, new Map([['payload-token', token]]));
  // The CMS takes a cookie without an origin only if the browser says where the request comes from.
  return { ...visitor, open: (path: string) => visitor.open(path, { 'Sec-Fetch-Site': 'same-origin' }) };
};

const changes = async (): Promise<readonly { changes: object; userId: string }[]> =>
  (await editor.get(`/ticket-changes?where[ticket][equals]=${ticket}&depth=0`)).body.docs;

describe('a ticket as its client sees it', () => {
  const path = () => `/support/as-client/${ticket}`;

  it('is shown to staff without forms, internal notes and tags, and is in the history', async () => {
    const browser = loggedIn(people.editor);
    const { status, location } = await browser.send(path(), {});
    expect({ status, location }).toEqual({
      status: 303,
      location: expect.stringContaining(`${path()}?key=`),
    });
    const page = await browser.open(location ?? '');
    expect(page.status).toBe(200);
    expect(page.html).toContain('You are seeing this ticket as client@example.com sees it.');
    expect(page.html).toContain('Try again.');
    for (const hidden of ['A difficult client', 'VIP', '<form', '<textarea'])
      expect(page.html).not.toContain(hidden);
    expect(await changes()).toMatchObject([
      {
        changes: { seen_as: { from: null, to: String(people.client.id) } },
        userId: String(people.editor.id),
      },
    ]);
  });

  it('has its earlier messages on pages of the same look', async () => {
    const { organization, client } = people;
    const long = await create('tickets', { subject: 'Long', organization, requester: client.id });
    for (let at = 1; at <= 51; at += 1)
      await create('ticket-replies', { ticket: long, text: `Reply no. ${at}.` });
    const browser = loggedIn(people.editor);
    const { location } = await browser.send(`/support/as-client/${long}`, {});
    const { html } = await browser.open(location ?? '');
    const earlier = /href="([^"]+page=1)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const page = await browser.open(earlier);
    expect(page.status).toBe(200);
    expect(page.html).toContain('Reply no. 1.');
  });

  it('is shown to no one else, and never without a record', async () => {
    const { location } = await loggedIn(people.editor).send(path(), {});
    const refused = [
      await loggedIn(people.editor).open(path()),
      await loggedIn(people.editor).open(
        (location ?? '').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
      await loggedIn(people.administrator).open(location ?? ''),
      await visitPages(portal).open(location ?? ''),
      await loggedIn(people.client).send(path(), {}),
      await visitPages(portal, (await signedIn(portal, people.client)).cookies).send(path(), {}),
      await loggedIn(people.editor).send('/support/as-client/999999', {}),
      ...(await Promise.all(
        ['none', '99999999999999999999', `0${ticket}`, `${ticket}e0`].map((id) =>
          loggedIn(people.editor).send(`/support/as-client/${id}`, {}),
        ),
      )),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    // A look that was recorded goes on for a quarter of an hour.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await loggedIn(people.editor).open(location ?? '')).status).toBe(404);
    vi.useRealTimers();
    expect((await loggedIn(people.editor).open(location ?? '')).status).toBe(200);
    const before = (await changes()).length;
    await loggedIn(people.editor).send(path(), {}, { Origin: 'https://evil.example' });
    expect(await changes()).toHaveLength(before);
  });

  it('is not there for a ticket of staff, and nothing is recorded', async () => {
    // Its creator is its requester.
    const created = await editor.post('/tickets', { subject: 'Own', organization: people.organization });
    expect(created.status).toBe(201);
    const own = created.body.doc.id;
    expect((await loggedIn(people.editor).send(`/support/as-client/${own}`, {})).status).toBe(404);
    const { body } = await editor.get(`/ticket-changes?where[ticket][equals]=${own}&depth=0`);
    expect(body.docs).toEqual([]);
  });

  it('needs a record of its own for another requester', async () => {
    const { organization, client } = people;
    const data = { email: 'second@example.com', password: 'a password', role: 'client', organization };
    const second = await create('users', data);
    const handedOn = await create('tickets', { subject: 'Handed on', organization, requester: client.id });
    const browser = loggedIn(people.editor);
    const { location } = await browser.send(`/support/as-client/${handedOn}`, {});
    expect((await browser.open(location ?? '')).status).toBe(200);
    await portal.payload.update({
      collection: 'tickets',
      id: handedOn,
      data: { requester: second },
    } as never);
    expect((await browser.open(location ?? '')).status).toBe(404);
  });

  it('is shown to representatives of its organization, and of no other', async () => {
    const { status } = await loggedIn(people.representative).send(path(), {});
    expect(status).toBe(303);
    const foreign = await create('tickets', {
      subject: 'Foreign',
      organization: people.otherOrganization,
      requester: await create('users', {
        email: 'foreign@example.com',
        password: 'a password',
        role: 'client',
        organization: people.otherOrganization,
      }),
    });
    expect((await loggedIn(people.representative).send(`/support/as-client/${foreign}`, {})).status).toBe(
      404,
    );
  });
});

describe('a ticket whose requester may not read tickets', () => {
  it('is shown to staff no more than to the requester', async () => {
    const access = { 'tickets:read': ({ role }: { role: string }) => role !== 'client' };
    const other = await startPortal({ portal: { access, rateLimit: { perMinute: 0 } } });
    onTestFinished(() => other.stop());
    const { client, editor: staff, organization } = await createPeople(other);
    const data = { subject: 'VPN is slow', organization, requester: client.id };
    const { id } = await other.payload.create({ collection: 'tickets', data, overrideAccess: true } as never);
    const browser = visitPages(other, new Map([['payload-token', staff.token]]));
    const path = `/support/as-client/${id}`;
    const { location } = await browser.send(path, {}, { 'Sec-Fetch-Site': 'same-origin' });
    const seen = await browser.open(location ?? '', { 'Sec-Fetch-Site': 'same-origin' });
    const own = await visitPages(other, (await signedIn(other, client)).cookies).open(
      `/support/tickets/${id}`,
    );
    expect([seen.status, own.status]).toEqual([403, 403]);
    expect(seen.html).not.toContain('VPN is slow');
  });
});

describe('the client of a request, for pages of an app’s own', () => {
  let undo: () => void;

  beforeAll(() => {
    undo = beDefaultInstance(portal);
  });

  afterAll(() => undo());

  const clientFor = (cookies: ReadonlyMap<string, string>, headers: Record<string, string> = {}) =>
    portalOf(portal.payload)?.client({
      headers: new Headers({ Cookie: [...cookies].map((pair) => pair.join('=')).join('; '), ...headers }),
    });

  it('is who is signed in, with the operations of the client API', async () => {
    const { cookies } = await signedIn(portal, people.client);
    const client = await clientFor(cookies);
    expect(client).toMatchObject({ user: { email: 'client@example.com' }, organization: { name: 'Acme' } });
    const { status, body } = (await client?.request({ method: 'GET', path: '/tickets?search=VPN' })) ?? {};
    expect({ status, body }).toMatchObject({ status: 200, body: { data: [{ id: ticket }] } });
  });

  it('changes something only for a request of the portal’s own origin', async () => {
    const { cookies } = await signedIn(portal, people.client);
    const reply = { method: 'POST', path: `/tickets/${ticket}/replies`, body: { body: 'Thanks' } } as const;
    expect(await (await clientFor(cookies, { Origin: serverUrl }))?.request(reply)).toMatchObject({
      status: 201,
    });
    expect(await (await clientFor(cookies))?.request(reply)).toMatchObject({ status: 403 });
    expect(await clientFor(cookies, { Origin: 'https://evil.example' })).toBeNull();
  });

  it('is null for no session, and for one of the CMS', async () => {
    expect(await clientFor(new Map())).toBeNull();
    expect(await clientFor(new Map([['payload-token', people.client.token]]))).toBeNull();
  });
});
