import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { mailsSettled, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People, type Person } from '../../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let staff: Client;
let representative: Client;
let requester: Client;
let colleague: Person;
let colleaguesKey: Client;
let third: Person;
let stranger: Person;

const create = async (email: string, fields: object): Promise<Person> => {
  const password = 'a long password';
  const data = { email, password, ...fields };
  const { id } = await portal.payload.create({ collection: 'users', data, overrideAccess: true } as never);
  const { token } = await portal.payload.login({ collection: 'users', data: { email, password } });
  return { id: Number(id), email, password, token: token ?? '' };
};

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal({
    portal: { inbound: { address: 'support@portal.test' }, rateLimit: { perMinute: 0 } },
  });
  people = await createPeople(portal);
  const { administrator, organization, otherOrganization } = people;
  colleague = await create('colleague@example.com', { role: 'client', organization, name: 'Cole' });
  third = await create('third@example.com', { role: 'client', organization });
  stranger = await create('stranger@example.com', { role: 'client', organization: otherOrganization });
  staff = await keyClient(portal, administrator, { owner: people.editor });
  representative = await keyClient(portal, administrator, { owner: people.representative, organization });
  requester = await keyClient(portal, administrator, { owner: people.client, organization });
  colleaguesKey = await keyClient(portal, administrator, { owner: colleague, organization });
  await portal.payload.updateGlobal({
    slug: 'portal-settings',
    data: {
      notifications: {
        from: 'Portal <portal@portal.test>',
        notificationEmail: 'desk@example.com',
        smtp: { host: '127.0.0.1', port: smtp.port },
      },
    },
    overrideAccess: true,
  });
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

const newTicket = async (by: Client = requester): Promise<string> =>
  (await by.post('/v1/tickets', { subject: 'VPN is slow' })).body.id;

const at = (ticket: string, who?: { id: number }) =>
  `/v1/tickets/${ticket}/followers${who ? `/${who.id}` : ''}`;

const followersOf = async (ticket: string, by: Client = staff) =>
  (await by.get(`/v1/tickets/${ticket}`)).body.followers as string[];

const changesOf = async (ticket: string) => {
  const rows = await query<{ changes: object }>(
    portal.databaseUrl,
    'select changes from ticket_changes where ticket_id = $1 order by sequence',
    [ticket],
  );
  return rows.map(({ changes }) => changes);
};

describe('a follower', () => {
  it.each([
    ['staff', () => staff],
    ['a representative', () => representative],
    ['the requester', () => requester],
  ])('is added and removed by %s, once', async (_name, who) => {
    const ticket = await newTicket();
    const by = who();
    const added = await by.request('PUT', at(ticket, colleague));
    expect(added).toMatchObject({ status: 200, body: { id: ticket, followers: [String(colleague.id)] } });
    expect(added.headers.get('ETag')).toBe((await by.get(`/v1/tickets/${ticket}`)).headers.get('ETag'));
    const again = await by.request('PUT', at(ticket, colleague), {});
    expect([again.status, again.body.updated_at]).toEqual([200, added.body.updated_at]);
    expect((await by.delete(at(ticket, colleague))).status).toBe(204);
    expect((await by.delete(at(ticket, colleague))).status).toBe(404);
    const id = String(colleague.id);
    expect(await changesOf(ticket)).toEqual([
      { followers: { from: [], to: [id] } },
      { followers: { from: [id], to: [] } },
    ]);
  });

  it('is shown to staff and clients, on the ticket, in the full list and by name', async () => {
    const ticket = await newTicket();
    await staff.request('PUT', at(ticket, colleague));
    for (const by of [staff, requester, colleaguesKey]) {
      expect(await followersOf(ticket, by)).toEqual([String(colleague.id)]);
      const { body } = await by.get('/v1/tickets?view=full&per_page=100');
      expect(body.data.find((one: { id: string }) => one.id === ticket).followers).toEqual([
        String(colleague.id),
      ]);
      expect((await by.get(at(ticket))).body).toMatchObject({
        data: [{ id: String(colleague.id), name: 'Cole', email: 'colleague@example.com' }],
        meta: { total: 1 },
      });
    }
    const cms = await sessionOf(portal, people.client).get(`/tickets/${ticket}?depth=0`);
    expect(cms.body.followers).toEqual([colleague.id]);
  });

  it('is chosen by no other client, in any interface', async () => {
    const ticket = await newTicket();
    expect((await colleaguesKey.request('PUT', at(ticket, third))).status).toBe(403);
    await staff.request('PUT', at(ticket, third));
    expect((await colleaguesKey.delete(at(ticket, third))).status).toBe(403);
    const body = { followers: [String(third.id), String(colleague.id)] };
    expect((await colleaguesKey.patch(`/v1/tickets/${ticket}`, body)).status).toBe(403);
    const cms = await sessionOf(portal, colleague).patch(`/tickets/${ticket}`, { followers: [] });
    expect(cms.status).toBe(403);
    // What a form sends along unchanged is no change.
    const same = await sessionOf(portal, colleague).patch(`/tickets/${ticket}`, {
      priority: 'high',
      followers: [third.id],
    });
    expect(same.status).toBe(200);
    expect(await followersOf(ticket)).toEqual([String(third.id)]);
  });

  it.each([
    ['of another organization', () => stranger],
    ['who is staff', () => people.editor],
    ['who is no user', () => ({ id: 999_999 })],
  ])('is no person %s', async (_name, who) => {
    const ticket = await newTicket();
    const refused = [
      await requester.request('PUT', at(ticket, who())),
      await staff.patch(`/v1/tickets/${ticket}`, { followers: [String(who().id)] }),
    ];
    expect(refused.map(({ status, body }) => [status, body.details[0].path])).toEqual([
      [422, 'user_id'],
      [422, 'followers'],
    ]);
    const cms = await sessionOf(portal, people.editor).patch(`/tickets/${ticket}`, { followers: [who().id] });
    expect(cms.status).toBe(422);
    expect(await followersOf(ticket)).toEqual([]);
  });

  it('may be a representative of the organization', async () => {
    const ticket = await newTicket();
    expect((await staff.request('PUT', at(ticket, people.representative))).status).toBe(200);
  });

  it('of a ticket elsewhere answers like one that does not exist', async () => {
    const foreign = await staff.post('/v1/tickets', {
      subject: 'x',
      organization_id: String(people.otherOrganization),
    });
    for (const ticket of [foreign.body.id, '999999'])
      for (const by of [requester, representative]) {
        expect((await by.request('PUT', at(ticket, colleague))).status).toBe(404);
        expect((await by.delete(at(ticket, colleague))).status).toBe(404);
        expect((await by.get(at(ticket))).status).toBe(404);
      }
  });

  it('is one of 20 at most', async () => {
    const ticket = await newTicket();
    const { organization } = people;
    const crowd: string[] = [];
    for (let number = 0; number < 21; number += 1) {
      const data = {
        email: `crowd${number}@example.com`,
        password: 'a long password',
        role: 'client',
        organization,
      };
      const { id } = await portal.payload.create({
        collection: 'users',
        data,
        overrideAccess: true,
      } as never);
      crowd.push(String(id));
    }
    const many = await staff.patch(`/v1/tickets/${ticket}`, { followers: crowd });
    expect([many.status, many.body.details[0].path]).toEqual([422, 'followers']);
    expect((await staff.patch(`/v1/tickets/${ticket}`, { followers: crowd.slice(0, 20) })).status).toBe(200);
    const more = await staff.request('PUT', at(ticket, { id: Number(crowd[20]) }));
    expect([more.status, more.body.details[0].path]).toEqual([422, 'user_id']);
  });

  it('is lost to no other change at the same moment', async () => {
    const ticket = await newTicket();
    const statuses = await Promise.all(
      [colleague, third, people.representative].map(
        async (person) => (await staff.request('PUT', at(ticket, person))).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200]);
    expect(await followersOf(ticket)).toHaveLength(3);
  });

  it('goes with their account', async () => {
    const ticket = await newTicket();
    const leaver = await create('leaver@example.com', { role: 'client', organization: people.organization });
    await staff.request('PUT', at(ticket, leaver));
    await portal.payload.delete({ collection: 'users', id: leaver.id, overrideAccess: true });
    expect(await followersOf(ticket)).toEqual([]);
  });

  it('is replaced by a change of the ticket, which names each in any order', async () => {
    const ticket = await newTicket();
    const path = `/v1/tickets/${ticket}`;
    const [one, two] = [String(colleague.id), String(third.id)];
    const set = await requester.patch(path, { followers: [one, two] });
    expect(set.body.followers).toEqual([one, two]);
    const same = await requester.patch(path, { followers: [two, one, one] });
    expect(same.body).toEqual(set.body);
    expect((await requester.patch(path, { followers: [] })).body.followers).toEqual([]);
  });

  it('is kept when a form that was opened before is saved', async () => {
    const ticket = await newTicket();
    await staff.request('PUT', at(ticket, colleague));
    const saved = await sessionOf(portal, people.editor).patch(`/tickets/${ticket}`, {
      priority: 'low',
      followers: [],
      _openedWith: { priority: 'medium', followers: [] },
    });
    expect(saved.status).toBe(200);
    expect(await followersOf(ticket)).toEqual([String(colleague.id)]);
  });

  it('moves along when the ticket is merged, though they have left the organization', async () => {
    const [source, target] = [await newTicket(), await newTicket()];
    const leaver = await create('left@example.com', { role: 'client', organization: people.organization });
    await staff.request('PUT', at(source, leaver));
    await staff.request('PUT', at(target, colleague));
    await portal.payload.update({
      collection: 'users',
      id: leaver.id,
      data: { organization: people.otherOrganization },
      overrideAccess: true,
    } as never);
    const merged = await staff.post(`/v1/tickets/${source}/merge`, { into: target });
    expect(merged.status).toBe(200);
    expect(merged.body.followers).toEqual([String(colleague.id), String(leaver.id)]);
    // The pointer sends no one any mail.
    const late = await staff.request('PUT', at(source, colleague));
    expect([late.status, late.body.message]).toEqual([
      409,
      `This ticket was merged into #${target}. Change that one instead.`,
    ]);
  });

  it('who has left the organization is no longer listed to it: their address is that of another', async () => {
    const { organization, otherOrganization: elsewhere } = people;
    const leaver = await create('leaver@example.com', { role: 'client', organization });
    const ticket = await newTicket();
    for (const person of [colleague, leaver]) await staff.request('PUT', at(ticket, person));
    await portal.payload.update({
      collection: 'users',
      id: leaver.id,
      data: { organization: elsewhere, email: 'leaver@elsewhere.example' },
    });
    const listed = async (reader: Client) => {
      const { body } = await reader.get(`/v1/tickets/${ticket}/followers`);
      return [body.data.map(({ email }: { email: string }) => email).toSorted(), body.meta.total];
    };
    expect(await listed(requester)).toEqual([[colleague.email], 1]);
    expect(await listed(representative)).toEqual([[colleague.email], 1]);
    expect(await listed(staff)).toEqual([[colleague.email, 'leaver@elsewhere.example'], 2]);
  });

  it('is in the event of the change', async () => {
    const hook = await requester.post('/v1/webhooks', {
      url: 'https://192.0.32.8/hooks',
      events: ['ticket.updated'],
    });
    const ticket = await newTicket();
    await requester.request('PUT', at(ticket, colleague));
    const [row] = await query<{ body: string }>(
      portal.databaseUrl,
      `select e.body from webhook_deliveries d join support_portal.webhook_events e on e.id = d.event_id
       where webhook_id = $1`,
      [hook.body.id],
    );
    expect(JSON.parse(row?.body ?? '{}').data.changes).toEqual({
      followers: { from: [], to: [String(colleague.id)] },
    });
  });
});

describe('the mails of a ticket', () => {
  const settled = () => mailsSettled(portal, 'ticket-notices');

  const mailsOf = async (act: () => Promise<{ status: number }>): Promise<Email[]> => {
    await settled();
    smtp.mails.length = 0;
    expect((await act()).status).toBeLessThan(300);
    await settled();
    return Promise.all(smtp.mails.map(({ content }) => PostalMime.parse(content)));
  };
  const recipients = (mails: readonly Email[]) => mails.map(({ to }) => to?.[0]?.address).sort();

  it('go to the requester and each follower, with a reply address of their own', async () => {
    const ticket = await newTicket();
    await staff.request('PUT', at(ticket, colleague));
    await staff.request('PUT', at(ticket, people.client));
    const mails = await mailsOf(() => staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Restart it.' }));
    expect(recipients(mails)).toEqual(['client@example.com', 'colleague@example.com']);
    expect(mails.every(({ text }) => text?.includes('Restart it.'))).toBe(true);
    const addresses = mails.map(({ replyTo }) => replyTo?.[0]?.address);
    expect(new Set(addresses).size).toBe(2);
    expect(addresses.every((address) => address?.startsWith(`support+${ticket}-`))).toBe(true);
  });

  it('tell followers of a status, and no one of their own act', async () => {
    const ticket = await newTicket();
    for (const person of [colleague, third]) await staff.request('PUT', at(ticket, person));
    const byColleague = await mailsOf(() =>
      colleaguesKey.patch(`/v1/tickets/${ticket}`, { status: 'closed' }),
    );
    expect(recipients(byColleague)).toEqual(['client@example.com', 'third@example.com']);
    const byRequester = await mailsOf(() => requester.patch(`/v1/tickets/${ticket}`, { status: 'open' }));
    expect(recipients(byRequester)).toEqual(['colleague@example.com', 'third@example.com']);
  });

  it('tell a client’s toggling of a status once, then at most once in ten minutes', async () => {
    const ticket = await newTicket();
    await staff.request('PUT', at(ticket, colleague));
    const become = (by: Client, status: string) => by.patch(`/v1/tickets/${ticket}`, { status });
    const waiting = () =>
      query<{ minutes: number }>(
        portal.databaseUrl,
        `select round(extract(epoch from due_at - now()) / 60)::int as minutes from support_portal.jobs
         where queue = 'ticket-notices' and data @> $1`,
        [JSON.stringify({ ticketId: Number(ticket) })],
      );
    expect(recipients(await mailsOf(() => become(requester, 'closed')))).toEqual(['colleague@example.com']);
    smtp.mails.length = 0;
    for (const status of ['open', 'closed', 'open', 'closed', 'open'])
      expect((await become(requester, status)).status).toBe(200);
    expect(await waiting()).toEqual([{ minutes: 10 }]);
    expect((await become(requester, 'closed')).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect(smtp.mails).toEqual([]);
    await become(requester, 'open');
    // The team's change is told at once, with what waits.
    expect((await become(staff, 'in_progress')).status).toBe(200);
    await settled();
    expect(smtp.mails.flatMap((mail) => mail.recipients).toSorted()).toEqual([
      'client@example.com',
      'colleague@example.com',
    ]);
  });

  it('of a client’s reply and of an internal note go to no follower', async () => {
    const ticket = await newTicket();
    await staff.request('PUT', at(ticket, colleague));
    const replies = `/v1/tickets/${ticket}/replies`;
    expect(recipients(await mailsOf(() => colleaguesKey.post(replies, { body: 'Me too.' })))).toEqual([
      'desk@example.com',
    ]);
    expect(await mailsOf(() => staff.post(replies, { body: 'Hm.', internal: true }))).toEqual([]);
  });

  it('go to no one who was removed, has left, or wants none', async () => {
    const ticket = await newTicket();
    const left = await create('gone@example.com', { role: 'client', organization: people.organization });
    const quiet = await create('quiet@example.com', {
      role: 'client',
      organization: people.organization,
      notices: 'none',
    });
    for (const person of [colleague, left, quiet]) await staff.request('PUT', at(ticket, person));
    await staff.delete(at(ticket, colleague));
    await portal.payload.update({
      collection: 'users',
      id: left.id,
      data: { organization: people.otherOrganization },
      overrideAccess: true,
    } as never);
    const mails = await mailsOf(() => staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Restart it.' }));
    expect(recipients(mails)).toEqual(['client@example.com']);
  });
});

it('the requester of a merged ticket follows the one that remains, unless they are of the team', async () => {
  const organization_id = String(people.organization);
  const opened = async (fields: object): Promise<string> =>
    (await staff.post('/v1/tickets', { subject: 'VPN is slow', organization_id, ...fields })).body.id;
  const theirs = await opened({});
  expect((await staff.get(`/v1/tickets/${theirs}`)).body.requester_id).toBe(String(people.editor.id));
  const target = await newTicket();
  const merged = await staff.post(`/v1/tickets/${theirs}/merge`, { into: target });
  expect([merged.status, merged.body.followers]).toEqual([200, []]);
  const ofColleague = await opened({ requester_id: String(colleague.id) });
  const { body } = await staff.post(`/v1/tickets/${ofColleague}/merge`, { into: target });
  expect(body.followers).toEqual([String(colleague.id)]);
});
