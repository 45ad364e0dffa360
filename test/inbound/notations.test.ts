import { createLocalReq } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf, type PortalContext } from '../../src/core/context.ts';
import { findByAddress } from '../../src/features/client-sessions/sign-in/person.ts';
import { mailThreadOf } from '../../src/features/mail/feature.ts';
import { type Client, keyClient } from '../support/api/api.ts';
import { deliver, type Written, withInbound, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;

const account = 'uni@xn--bcher-kva.example';
const [unicode, given] = ['uni@bücher.example', 'Uni <Uni@Bücher.example>'];

beforeAll(async () => {
  portal = await startPortal({
    portal: { ...withInbound, inbound: { ...withInbound.inbound, address: 'hilfe@münchen.example' } },
  });
  people = await createPeople(portal);
  staff = await keyClient(portal, people.administrator, { owner: people.administrator });
  const { organization } = people;
  await portal.payload.update({
    collection: 'organizations',
    id: organization,
    data: { domains: ['xn--kln-sna.example'] },
  });
  await portal.payload.create({
    collection: 'users',
    data: { email: account, password: 'a long password', role: 'client', organization },
  });
});

afterAll(() => portal.stop());

const receive = async (message: Written) => {
  const { body } = await deliver(portal, written(message));
  let mail: Record<string, unknown> | undefined;
  await eventually(async () => {
    mail = (await staff.get(`/portal/v1/inbound-mails/${body.id}`)).body;
    return mail?.outcome !== null;
  }, 25);
  return mail as Record<string, unknown> & { id: string };
};

describe('the portal’s own address, in the other notation', () => {
  it.each(['hilfe@xn--mnchen-3ya.example', 'Hilfe+x@MÜNCHEN.example'])(
    'writes no tickets: %s',
    async (from) => {
      expect(await receive({ from })).toMatchObject({ outcome: 'ignored', reason: 'own address' });
    },
  );

  it('is no address for a person, and gets no transfer', async () => {
    const { client } = people;
    const email = 'hilfe@xn--mnchen-3ya.example';
    const answer = await portal.fetch(`/api/users/${client.id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', Authorization: `JWT ${client.token}` },
      body: JSON.stringify({ email }),
    });
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
      422,
      expect.stringContaining('"path":"email"'),
    ]);
    const transfer = await staff.post('/v1/transfers', { title: 'A', recipients: [{ email }] });
    expect(transfer.status).toBe(422);
  });

  it('has the tokens of tickets', () => {
    const thread = mailThreadOf(portal.payload, { address: 'hilfe@münchen.example', plainReplyTo: false });
    const token = thread?.replyAddress(7, account) ?? '';
    const other = token.replace('münchen', 'xn--mnchen-3ya');
    expect(thread?.hasToken(token)).toBe(true);
    expect(thread?.hasToken(other)).toBe(true);
    expect(thread?.hasToken(other.replace('xn--mnchen-3ya', 'munchen'))).toBe(false);
    expect(thread?.ticketOfAddress(other, unicode)).toBe(7);
    expect(thread?.ticketOfAddress(other, 'uni@bucher.example')).toBeNull();
    const toUnicode = thread?.newMessageId(7, unicode) ?? '';
    expect(thread?.mailOfMessageId(toUnicode)?.isTo(account)).toBe(true);
  });
});

describe('a person who writes from the other notation of their address', () => {
  it('is known, has their ticket, and answers it', async () => {
    const mail = await receive({ from: given, to: 'hilfe@münchen.example' });
    expect(mail).toMatchObject({ outcome: 'ticket' });
    const [{ id }] = (await staff.get(`/v1/users?email=${encodeURIComponent(unicode)}`)).body.data;
    const ticket = (await staff.get(`/v1/tickets/${mail.ticket_id}`)).body;
    expect(ticket.requester_id).toBe(id);
    const reply = await receive({ from: given, subject: `Re: [#${mail.ticket_id}] A question` });
    expect(reply).toMatchObject({ outcome: 'reply', ticket_id: mail.ticket_id });
  });

  it('is the client of a sign-in', async () => {
    const req = await createLocalReq({}, portal.payload);
    const portalContext = contextOf(portal.payload) as PortalContext;
    expect(await findByAddress(req, portalContext, unicode)).toMatchObject({ kind: 'client' });
    const newcomer = await findByAddress(req, portalContext, 'neu@köln.example');
    expect(newcomer).toMatchObject({ kind: 'newcomer' });
  });

  it('is a client of the organization that has the domain, by the address in ASCII', async () => {
    expect(await receive({ from: 'neu@köln.example' })).toMatchObject({ outcome: 'ticket' });
    const found = await query(portal.databaseUrl, `select email from users where email like 'neu@%'`);
    expect(found).toEqual([{ email: 'neu@xn--kln-sna.example' }]);
    expect(await receive({ from: 'neu@xn--kln-sna.example' })).toMatchObject({ outcome: 'ticket' });
  });

  it('is a recipient once, and is found by either', async () => {
    const transfer = await staff.post('/v1/transfers', {
      title: 'A',
      organization_id: String(people.organization),
      recipients: [{ email: unicode }, { email: account }],
    });
    expect(transfer.body.recipients).toMatchObject([{ email: unicode }]);
    const listed = await staff.get(`/v1/transfers?recipient=${account}`);
    expect(listed.body.data).toMatchObject([{ id: transfer.body.id }]);
  });
});

it('a blocked sender is blocked in each notation, alone and with their domain', async () => {
  const first = await receive({ from: 'spam@grün.example' });
  const waiting = await receive({ from: 'spam@xn--grn-ioa.example' });
  expect([first.outcome, waiting.outcome]).toEqual(['held', 'held']);
  const block = (id: string, scope: string) => staff.post(`/portal/v1/inbound-mails/${id}/block`, { scope });
  expect((await block(first.id, 'sender')).status).toBe(200);
  const now = (await staff.get(`/portal/v1/inbound-mails/${waiting.id}`)).body;
  expect(now).toMatchObject({ outcome: 'ignored', reason: 'blocked' });
  expect(await receive({ from: 'SPAM@xn--grn-ioa.example' })).toMatchObject({ reason: 'blocked' });
  const other = await receive({ from: 'other@grün.example' });
  expect((await block(other.id, 'domain')).status).toBe(200);
  expect(await receive({ from: 'third@grün.example' })).toMatchObject({ reason: 'blocked' });
  const own = await receive({ from: 'stranger@münchen.example' });
  expect((await block(own.id, 'domain')).status).toBe(409);
});

it('a sender who is blocked twice, in either notation, is listed once', async () => {
  const mails = [
    await receive({ from: 'twice@grau-ü.example' }),
    await receive({ from: 'twice@xn--grau--ova.example' }),
  ];
  for (const { id } of mails)
    expect((await staff.post(`/portal/v1/inbound-mails/${id}/block`, { scope: 'sender' })).status).toBe(200);
  const { data } = (await staff.get('/portal/v1/blocked-senders')).body;
  expect(
    data.map(({ sender }: { sender: string }) => sender).filter((sender: string) => /^twice@/.test(sender)),
  ).toEqual(['twice@xn--grau--ova.example']);
});
