import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient } from '../support/api/api.ts';
import { authservId, deliver, inboundSecret, type Written, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;

const own = 'support@portal.test';

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      inbound: {
        address: own,
        secret: inboundSecret,
        trustedAuthservId: { imap: authservId, http: authservId },
      },
      rateLimit: { perMinute: 0 },
    },
  });
  people = await createPeople(portal);
  staff = await keyClient(portal, people.administrator, { owner: people.administrator });
});

afterAll(() => portal.stop());

const createClient = async (email: string, organization = people.organization): Promise<string> => {
  const data = { email, password: 'a long password', role: 'client', organization };
  const { id } = await portal.payload.create({ collection: 'users', data, overrideAccess: true } as never);
  return String(id);
};

const receive = async (message: Written) => {
  const { body } = await deliver(portal, written(message));
  const read = async () => (await staff.get(`/portal/v1/inbound-mails/${body.id}`)).body;
  await eventually(async () => (await read()).outcome !== null, 25);
  return read();
};

const followersOf = async (ticket: string): Promise<string[]> =>
  (await staff.get(`/v1/tickets/${ticket}`)).body.followers;

const notesOf = async (ticket: string): Promise<string[]> =>
  (await staff.get(`/v1/tickets/${ticket}/replies`)).body.data
    .filter(({ internal }: { internal: boolean }) => internal)
    .map(({ body }: { body: string }) => body);

const from = 'client@example.com';

describe('a colleague whom a client copies', () => {
  it('follows the new ticket, and may answer by mail', async () => {
    const colleague = await createClient('one@example.com');
    const { ticket_id } = await receive({ from, headers: [`Cc: "One, A." <ONE@example.com>, ${own}`] });
    expect(await followersOf(ticket_id)).toEqual([colleague]);
    expect(await notesOf(ticket_id)).toEqual([]);
    const answer = await receive({ from: 'one@example.com', subject: `Re: [#${ticket_id}] A question` });
    expect(answer).toMatchObject({ outcome: 'reply', ticket_id });
  });

  it('follows the ticket of a reply, also if the client is not its requester, once', async () => {
    const [second, third] = [await createClient('two@example.com'), await createClient('three@example.com')];
    const { ticket_id } = await receive({ from });
    const subject = `Re: [#${ticket_id}] A question`;
    for (let time = 0; time < 2; time += 1)
      await receive({ from: 'two@example.com', subject, headers: [`Cc: three@example.com, ${from}`] });
    expect(await followersOf(ticket_id)).toEqual([third]);
    await receive({ from, subject, headers: ['Cc: two@example.com'] });
    expect(await followersOf(ticket_id)).toEqual([third, second]);
  });

  it('is no follower if staff copy them, and none if they are staff', async () => {
    await createClient('four@example.com');
    const { ticket_id } = await receive({ from, headers: ['Cc: editor@example.com'] });
    const subject = `Re: [#${ticket_id}] A question`;
    const answer = await receive({ from: 'editor@example.com', subject, headers: ['Cc: four@example.com'] });
    expect(answer.outcome).toBe('reply');
    expect(await followersOf(ticket_id)).toEqual([]);
    expect(await notesOf(ticket_id)).toEqual([]);
  });

  it('is named in a note if the ticket has as many followers as it can have', async () => {
    const crowd: string[] = [];
    for (let number = 0; number < 20; number += 1)
      crowd.push(await createClient(`crowd${number}@example.com`));
    await createClient('late@example.com');
    const { ticket_id } = await receive({ from });
    await staff.patch(`/v1/tickets/${ticket_id}`, { followers: crowd });
    const subject = `Re: [#${ticket_id}] A question`;
    const reply = await receive({ from, subject, headers: ['Cc: late@example.com'] });
    expect(reply.outcome).toBe('reply');
    expect(await followersOf(ticket_id)).toHaveLength(20);
    expect(await notesOf(ticket_id)).toEqual([expect.stringContaining('late@example.com')]);
  });
});

describe('a colleague in an organization whose clients see only their own tickets', () => {
  const secret = 'secret@private.example';
  let organization: typeof people.organization;
  let colleague: string;

  beforeAll(async () => {
    const data = { name: 'Private', clientsSee: 'own' };
    const created = await portal.payload.create({
      collection: 'organizations',
      data,
      overrideAccess: true,
    } as never);
    organization = created.id as typeof organization;
    await createClient(secret, organization);
    colleague = await createClient('curious@private.example', organization);
  });

  it.each([
    ['a mail without a proof', { dmarc: 'none', headers: [] }],
    [
      'a signed mail to which someone has added the field',
      { dmarc: 'pass', headers: ['DKIM-Signature: v=1; d=private.example; h=from:subject; bh=x; b=WQ=='] },
    ],
  ] as const)('sees no ticket by %s, and is named in a note', async (_what, { dmarc, headers }) => {
    const { ticket_id } = await receive({ from: secret });
    const subject = `Re: [#${ticket_id}] A question`;
    const copy = ['Cc: curious@private.example', ...headers];
    expect((await receive({ from: secret, dmarc, subject, headers: copy })).outcome).toBe('reply');
    expect(await followersOf(ticket_id)).toEqual([]);
    expect(await notesOf(ticket_id)).toEqual([
      expect.stringMatching(/not proven[^\n]*:\n- curious@private\.example$/),
    ]);
  });

  it.each([
    ['its server', []],
    ['a signature', ['DKIM-Signature: v=1; d=private.example; h=From:Cc:Subject; bh=x; b=Wg==']],
  ])('follows a ticket if %s proves that the client copied them', async (_what, headers) => {
    const copy = ['Cc: curious@private.example', ...headers];
    const { ticket_id } = await receive({ from: secret, headers: copy });
    expect(await followersOf(ticket_id)).toEqual([colleague]);
    expect(await notesOf(ticket_id)).toEqual([]);
  });
});

describe('a stranger whom a client copies', () => {
  it('is named in one internal note, and follows nothing', async () => {
    await createClient('elsewhere@example.net', people.otherOrganization);
    const headers = ['Cc: who@example.org, elsewhere@example.net'];
    const { ticket_id } = await receive({ from, headers });
    const subject = `Re: [#${ticket_id}] A question`;
    await receive({ from, subject, headers });
    expect(await followersOf(ticket_id)).toEqual([]);
    expect(await notesOf(ticket_id)).toEqual([
      expect.stringMatching(/\n- who@example\.org\n- elsewhere@example\.net$/),
    ]);
    await receive({ from, subject, headers: [`${headers[0]}, new@example.org`] });
    expect((await notesOf(ticket_id))[1]).toMatch(/:\n- new@example\.org$/);
  });
});
