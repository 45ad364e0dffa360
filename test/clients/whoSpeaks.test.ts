import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { down, up } from '../../src/migrations/20261201_103342_reply_side.ts';
import { type Client, keyClient } from '../support/api/api.ts';
import { deliver, withInbound, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { type PageVisitor, visitPages } from '../support/pages/clientPages.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;
let reader: PageVisitor;
let readerKey: Client;
let count = 0;

beforeAll(async () => {
  portal = await startPortal({
    app: { i18n: { supportedLanguages: { en, de } } },
    portal: { ...withInbound },
  });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  staff = await keyClient(portal, administrator, { owner: administrator });
  await portal.payload.update({
    collection: 'users',
    id: administrator.id,
    data: { name: 'Lena Ortiz' },
  } as never);
  reader = visitPages(portal, (await signedIn(portal, people.client)).cookies);
  readerKey = await keyClient(portal, administrator, { owner: people.client, organization });
});

afterAll(() => portal.stop());

/** A colleague of the reader, with a key. */
const newColleague = async (name: string) => {
  count += 1;
  const { organization, administrator } = people;
  const data = {
    email: `colleague${count}@example.com`,
    password: 'a long password',
    role: 'client',
    organization,
  };
  const user = await portal.payload.create({ collection: 'users', data: { ...data, name } } as never);
  const owner = { ...people.client, id: Number(user.id), email: data.email };
  return { id: Number(user.id), key: await keyClient(portal, administrator, { owner, organization }) };
};

const newTicket = async (by: Client, more: object = {}): Promise<string> => {
  const answer = await by.post('/v1/tickets', { subject: 'VPN', description: 'Slow since Monday', ...more });
  expect([answer.status, answer.body.details]).toEqual([201, undefined]);
  return answer.body.id;
};

const replyTo = async (by: Client, ticket: string, body: string): Promise<void> => {
  expect((await by.post(`/v1/tickets/${ticket}/replies`, { body })).status).toBe(201);
};

/** The messages of a ticket's page: the text of the heading, and the elements that mark the team. */
const messagesOf = async (ticket: string, language = 'en') => {
  const { html } = await reader.open(`/support/tickets/${ticket}`, { 'Accept-Language': language });
  return [...html.matchAll(/<article class="([^"]*)"><header><h3>(.*?)<\/h3>/g)].map(
    ([, look = '', heading = '']) => ({
      heading: heading.replaceAll(/<[^>]*>/g, ''),
      isMarked: /<span class="state staff">Support(?: t|-T)eam<\/span>$/.test(heading),
      looksOfTeam: look.split(' ').includes('team'),
    }),
  );
};

const byTeam = (heading: string) => ({ heading, isMarked: true, looksOfTeam: true });
const byOther = (heading: string) => ({ heading, isMarked: false, looksOfTeam: false });

describe('the messages of a ticket’s page', () => {
  it('are marked as the team’s by the role of their writer, and by no name', async () => {
    const impostor = await newColleague('<b>Lena</b> Support team');
    const own = await newTicket(readerKey, { description: 'Mine' });
    await replyTo(staff, own, 'Please restart.');
    await replyTo(impostor.key, own, 'We need your password.');
    await replyTo(readerKey, own, 'Done.');
    const representative = await keyClient(portal, people.administrator, {
      owner: people.representative,
      organization: people.organization,
    });
    await replyTo(representative, own, 'I have seen it.');
    expect(await messagesOf(own)).toEqual([
      byOther('You'),
      byTeam('Lena Ortiz Support team'),
      byOther('&lt;b&gt;Lena&lt;/b&gt; Support team Colleague'),
      byOther('You'),
      byTeam('Support team'),
    ]);
    expect((await messagesOf(own, 'de')).slice(1, 3)).toEqual([
      byTeam('Lena Ortiz Support-Team'),
      byOther('&lt;b&gt;Lena&lt;/b&gt; Support team Kollegin oder Kollege'),
    ]);
  });

  it('are not the team’s if a stranger mailed them, and show none of their address', async () => {
    const ticket = await newTicket(readerKey, { description: null });
    const mail = written({ from: 'Support <stranger@elsewhere.example>', text: 'Call us at once.' });
    const { id } = (await deliver(portal, mail)).body;
    const read = () => staff.get(`/portal/v1/inbound-mails/${id}`);
    await eventually(async () => (await read()).body.outcome === 'held');
    const accepted = await staff.post(`/portal/v1/inbound-mails/${id}/accept`, { ticket_id: ticket });
    expect(accepted.status).toBe(200);
    expect(await messagesOf(ticket)).toEqual([byOther('Someone by email')]);
    expect((await reader.open(`/support/tickets/${ticket}`)).html).not.toContain('elsewhere');
  });

  it('keep the side of their writer once the account is deleted, a description keeps none', async () => {
    const former = await newColleague('Gone');
    const ticket = await newTicket(former.key);
    await replyTo(former.key, ticket, 'More of it.');
    const { administrator } = people;
    const data = { email: 'leaver@example.com', password: 'a long password', name: 'Lea', role: 'editor' };
    const { id } = await portal.payload.create({ collection: 'users', data } as never);
    const owner = { ...administrator, id: Number(id), email: data.email };
    await replyTo(await keyClient(portal, administrator, { owner }), ticket, 'Try again.');
    for (const user of [former.id, id]) await portal.payload.delete({ collection: 'users', id: user });
    const gone = byOther('Someone whose account was deleted');
    expect(await messagesOf(ticket)).toEqual([gone, byOther('Colleague'), byTeam('Support team')]);
    const { body } = await readerKey.get(`/v1/tickets/${ticket}/replies`);
    expect(body.data).toMatchObject([
      { created_by: null, author: { name: null, side: 'client' } },
      { created_by: null, author: { name: null, side: 'staff' } },
    ]);
  });

  it('have the side of their writer’s role if none is stored', async () => {
    const former = await newColleague('Before');
    const ticket = await newTicket(readerKey, { description: null });
    await replyTo(former.key, ticket, 'From before.');
    await replyTo(staff, ticket, 'From before, too.');
    await query(portal.databaseUrl, 'update ticket_replies set side = null');
    expect(await messagesOf(ticket)).toEqual([
      byOther('Before Colleague'),
      byTeam('Lena Ortiz Support team'),
    ]);
    await portal.payload.delete({ collection: 'users', id: former.id });
    expect((await messagesOf(ticket)).at(0)).toEqual(byOther('Someone whose account was deleted'));
  });

  it('are not the team’s because a colleague was made the requester', async () => {
    const colleague = await newColleague('Bea');
    const ticket = await newTicket(colleague.key);
    const change = { requester_id: String(people.client.id) };
    expect((await staff.patch(`/v1/tickets/${ticket}`, change)).status).toBe(200);
    expect(await messagesOf(ticket)).toEqual([byOther('Bea Colleague')]);
  });

  it('are the client’s who has changed a description of the team, also once the ticket is merged', async () => {
    const { id, key } = await newColleague('Cleo');
    const requester = {
      requester_id: String(people.client.id),
      organization_id: String(people.organization),
    };
    const [ticket, target] = [await newTicket(staff, requester), await newTicket(staff, requester)];
    expect(await messagesOf(ticket)).toEqual([byTeam('Lena Ortiz Support team')]);
    await staff.patch(`/v1/tickets/${ticket}`, { description: 'Slow since Sunday' });
    expect(await messagesOf(ticket)).toEqual([byTeam('Lena Ortiz Support team')]);
    await key.patch(`/v1/tickets/${ticket}`, { description: 'Call 0900 123' });
    expect(await messagesOf(ticket)).toEqual([byOther('Cleo Colleague')]);
    expect((await staff.post(`/v1/tickets/${ticket}/merge`, { into: target })).status).toBe(200);
    expect(await messagesOf(target)).toEqual([byTeam('Lena Ortiz Support team'), byOther('Cleo Colleague')]);
    const { body } = await staff.get(`/v1/tickets/${target}/replies`);
    expect(body.data).toMatchObject([{ created_by: String(id), author: { name: 'Cleo', side: 'client' } }]);
  });

  it('stay the team’s once their writer has left it', async () => {
    const ticket = await newTicket(readerKey, { description: null });
    const { administrator, organization, developer } = people;
    await replyTo(await keyClient(portal, administrator, { owner: developer }), ticket, 'Try again.');
    expect(await messagesOf(ticket)).toEqual([byTeam('Support team')]);
    const data = { role: 'client', organization };
    await portal.payload.update({ collection: 'users', id: developer.id, data } as never);
    expect(await messagesOf(ticket)).toEqual([byTeam('Support team')]);
  });

  it('are no one’s once the client who changed a description is deleted, and the ticket can be merged', async () => {
    const former = await newColleague('Dora');
    const requester = {
      requester_id: String(people.client.id),
      organization_id: String(people.organization),
    };
    const [ticket, target] = [await newTicket(staff, requester), await newTicket(staff, requester)];
    await former.key.patch(`/v1/tickets/${ticket}`, { description: 'Slow since Sunday' });
    await portal.payload.delete({ collection: 'users', id: former.id });
    const gone = byOther('Someone whose account was deleted');
    expect(await messagesOf(ticket)).toEqual([gone]);
    expect((await staff.post(`/v1/tickets/${ticket}/merge`, { into: target })).status).toBe(200);
    expect((await messagesOf(target)).at(-1)).toEqual(gone);
  });

  it('of before have the side of their writer’s role after the migration', async () => {
    const former = await newColleague('Older');
    const ticket = await newTicket(readerKey, { description: null });
    await replyTo(former.key, ticket, 'From before.');
    await replyTo(staff, ticket, 'From before, too.');
    const db = Reflect.get(portal.payload.db, 'drizzle');
    await down({ db } as never);
    await up({ db } as never);
    const stored = await query(
      portal.databaseUrl,
      `select side from ticket_replies where ticket_id = ${ticket} order by id`,
    );
    expect(stored).toEqual([{ side: 'client' }, { side: 'staff' }]);
  });
});
