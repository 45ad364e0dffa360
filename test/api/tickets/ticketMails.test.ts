import type { TypedUser } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../../src/core/access/roles.ts';
import { contextOf, type PortalContext } from '../../../src/core/context.ts';
import { countTicketWork } from '../../../src/features/tickets/lists/countTickets.ts';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { mailsSettled, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let staff: Client;
let client: Client;
let representative: Client;

const desk = 'desk@example.com';

beforeAll(async () => {
  smtp = await startSmtpServer();
  // Receipts have a suite of their own.
  portal = await startPortal({ portal: { tickets: { receipts: false } } });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  staff = await keyClient(portal, administrator, { owner: people.editor });
  client = await keyClient(portal, administrator, { owner: people.client, organization });
  representative = await keyClient(portal, administrator, { owner: people.representative, organization });
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

const notify = (notificationEmail: string | null) =>
  portal.payload.updateGlobal({
    slug: 'portal-settings',
    data: {
      notifications: {
        from: 'Portal <portal@example.com>',
        notificationEmail,
        smtp: { host: '127.0.0.1', port: smtp.port },
      },
    },
    overrideAccess: true,
  });

beforeEach(async () => {
  await notify(desk);
  await settled();
  smtp.mails.length = 0;
  await query(portal.databaseUrl, 'truncate email_log');
});

const settled = () => mailsSettled(portal, 'ticket-notices');

const mailsAfter = async (act: () => Promise<{ status: number }>): Promise<string[]> => {
  smtp.mails.length = 0;
  expect((await act()).status).toBeLessThan(300);
  await settled();
  return smtp.mails.map(({ recipients }) => recipients.join()).sort();
};

const ticketOf = async (fields: object = {}): Promise<string> => {
  const { body } = await staff.post('/v1/tickets', {
    subject: 'VPN is slow',
    organization_id: String(people.organization),
    requester_id: String(people.client.id),
    ...fields,
  });
  await settled();
  return body.id;
};

describe('a mail is sent', () => {
  it('to the notification address for a new ticket, and is logged with it', async () => {
    let id = '';
    const mails = await mailsAfter(async () => {
      const answer = await client.post('/v1/tickets', { subject: 'Printer', description: 'is on fire' });
      id = answer.body.id;
      return answer;
    });
    expect(mails).toEqual([desk]);
    expect(smtp.mails[0]?.content).toContain('is on fire');
    const rows = await query(
      portal.databaseUrl,
      'select "to", subject, type, related_type, related_id, status, user_id from email_log',
    );
    expect(rows).toEqual([
      {
        to: desk,
        subject: `[#${id}] New ticket: Printer`,
        type: 'ticket_created',
        related_type: 'ticket',
        related_id: id,
        status: 'sent',
        user_id: String(people.client.id),
      },
    ]);
  });

  it('to the requester for a public reply of the team, and for a change of status', async () => {
    const id = await ticketOf();
    expect(await mailsAfter(() => staff.post(`/v1/tickets/${id}/replies`, { body: 'done' }))).toEqual([
      'client@example.com',
    ]);
    expect(await mailsAfter(() => representative.patch(`/v1/tickets/${id}`, { status: 'resolved' }))).toEqual(
      ['client@example.com'],
    );
    expect(
      await mailsAfter(() => staff.post(`/v1/tickets/${id}/replies`, { body: 'between us', internal: true })),
    ).toEqual([]);
    const types = await query(portal.databaseUrl, 'select distinct type from email_log order by 1');
    expect(types).toEqual([{ type: 'ticket_created' }, { type: 'ticket_update' }]);
  });

  it('to no one who became the requester while the mail of a reply waited', async () => {
    const id = await ticketOf();
    await query(
      portal.databaseUrl,
      `create function wait() returns trigger language plpgsql as
         $$begin new.due_at = now() + interval '1 hour'; return new; end$$;
       create trigger wait before insert on support_portal.jobs for each row execute function wait()`,
    );
    await staff.post(`/v1/tickets/${id}/replies`, { body: 'Dear client' });
    await query(portal.databaseUrl, 'drop trigger wait on support_portal.jobs');
    const { id: other } = await portal.payload.create({
      collection: 'users',
      data: {
        email: 'other@example.com',
        password: 'a password of theirs',
        role: 'client',
        organization: people.organization,
      },
      overrideAccess: true,
    });
    expect((await staff.patch(`/v1/tickets/${id}`, { requester_id: String(other) })).status).toBe(200);
    smtp.mails.length = 0;
    await query(portal.databaseUrl, 'update support_portal.jobs set due_at = now()');
    await settled();
    expect(smtp.mails).toEqual([]);
  });

  it('whatever the caller of the CMS’s API wants to read of its answer', async () => {
    const id = Number(await ticketOf());
    const reply = (select: string, internal: boolean) =>
      mailsAfter(() =>
        sessionOf(portal, people.editor).post(`/ticket-replies?${select}`, {
          ticket: id,
          text: 'between us',
          internal,
        }),
      );
    for (const select of ['select[internal]=false', 'select[ticket]=true', 'select[id]=true'])
      expect(await reply(select, true), select).toEqual([]);
    expect(await reply('select[id]=true', false)).toEqual(['client@example.com']);
  });

  it('to the assignee for a reply of a client, else to the notification address', async () => {
    const unassigned = await ticketOf();
    expect(
      await mailsAfter(() => client.post(`/v1/tickets/${unassigned}/replies`, { body: 'still' })),
    ).toEqual([desk]);
    const assigned = await ticketOf({ assignee_id: String(people.technician.id) });
    expect(await mailsAfter(() => client.post(`/v1/tickets/${assigned}/replies`, { body: 'still' }))).toEqual(
      ['technician@example.com'],
    );
  });
});

describe('an internal note', () => {
  const note = (id: string, author: Client) =>
    mailsAfter(() => author.post(`/v1/tickets/${id}/replies`, { body: 'She is angry.', internal: true }));

  it('is mailed to the assignee, and to no one else', async () => {
    const id = await ticketOf({ assignee_id: String(people.technician.id) });
    expect(await note(id, staff)).toEqual(['technician@example.com']);
    expect(smtp.mails[0]?.content).toContain('She is angry.');
    expect(smtp.mails[0]?.content).toContain(`/admin/collections/tickets/${id}`);
    const [row] = await query(
      portal.databaseUrl,
      `select subject, related_id from email_log where type = 'ticket_note'`,
    );
    expect(row).toEqual({ subject: `Internal note on ticket ${id}`, related_id: id });
  });

  it('is not mailed to its author, nor without an assignee', async () => {
    const own = await ticketOf({ assignee_id: String(people.editor.id) });
    expect(await note(own, staff)).toEqual([]);
    expect(await note(await ticketOf(), staff)).toEqual([]);
  });

  it('is told by a mail that names no thread, so that an answer does not reach the client', async () => {
    const inbound = (address: string | null) =>
      portal.payload.updateGlobal({
        slug: 'portal-settings',
        data: { inbound: { address } },
        overrideAccess: true,
      });
    await inbound('support@portal.test');
    const id = await ticketOf({ assignee_id: String(people.technician.id), subject: '[#1] VPN' });
    await note(id, staff);
    await inbound(null);
    const head = smtp.mails[0]?.content.split('\r\n\r\n')[0] ?? '';
    expect(head).toMatch(/^Subject: Internal note on ticket \d+$/m);
    expect(head).not.toMatch(/^(?:Reply-To|References|In-Reply-To):|\[#/m);
  });
});

describe('a mention in an internal note', () => {
  const technician = () => String(people.technician.id);

  const mention = (id: string, mentions: string[], author = staff) =>
    author.post(`/v1/tickets/${id}/replies`, { body: '@Tom, please look.', internal: true, mentions });

  /** The tickets of the view “Mentions” of the technician. */
  const waiting = async (): Promise<number> => {
    const portalContext = contextOf(portal.payload) as PortalContext;
    const user = { ...people.technician, role: 'technician', collection: 'users' } as unknown as TypedUser;
    const reader = portalContext.principalOf(user) as Principal;
    const work = await countTicketWork(portal.payload, portalContext, reader);
    return work.find(({ label }) => label === 'tickets:list:view:mentions')?.count ?? -1;
  };

  it('is mailed to the person, once also if they are the assignee', async () => {
    const id = await ticketOf({ assignee_id: technician() });
    expect(await mailsAfter(() => mention(id, [technician(), String(people.developer.id)]))).toEqual([
      'developer@example.com',
      'technician@example.com',
    ]);
    const rows = await query(
      portal.databaseUrl,
      `select distinct subject, type, related_id from email_log where type <> 'ticket_created'`,
    );
    expect(rows).toEqual([
      { subject: `You were mentioned on ticket ${id}`, type: 'ticket_mention', related_id: id },
    ]);
    expect(smtp.mails[0]?.content).toContain('@Tom, please look.');
    // Another assignee gets the mail of the note.
    const other = await ticketOf({ assignee_id: String(people.administrator.id) });
    expect(await mailsAfter(() => mention(other, [technician()]))).toEqual([
      'administrator@example.com',
      'technician@example.com',
    ]);
    expect(await mailsAfter(() => mention(other, [String(people.editor.id)]))).toEqual([
      'administrator@example.com',
    ]);
  });

  it('waits in the view until the person has opened the ticket, or written on it', async () => {
    const session = sessionOf(portal, people.technician);
    const before = await waiting();
    const [opened, written] = [await ticketOf(), await ticketOf()];
    for (const id of [opened, opened, written]) await mention(id, [technician()]);
    expect(await waiting()).toBe(before + 2);
    expect((await session.post(`/portal/v1/tickets/${opened}/mentions/seen`, {})).status).toBe(204);
    expect(await waiting()).toBe(before + 1);
    await session.post('/ticket-replies', { ticket: Number(written), text: 'I do.', internal: true });
    expect(await waiting()).toBe(before);
    await mention(written, [technician()]);
    expect(await waiting()).toBe(before + 1);
    expect((await client.post(`/portal/v1/tickets/${written}/mentions/seen`, {})).status).toBe(403);
  });

  it('waits for no one who wrote it, also if the app’s own code names them as its author', async () => {
    const before = await waiting();
    const { id } = people.technician;
    const note = { ticket: Number(await ticketOf()), text: 'For myself.', internal: true };
    await portal.payload.create({
      collection: 'ticket-replies',
      data: { ...note, createdBy: id, mentions: [{ user: id }] },
      overrideAccess: true,
    } as never);
    expect(await waiting()).toBe(before);
  });

  it('names people by their ids, for colleagues alone', async () => {
    const id = await ticketOf();
    const { body } = await mention(id, [technician(), technician()]);
    expect(body.mentions).toEqual([technician()]);
    const listed = (await staff.get(`/v1/tickets/${id}/replies`)).body.data;
    expect(listed).toMatchObject([{ internal: true, mentions: [technician()] }]);
    await staff.post(`/v1/tickets/${id}/replies`, { body: 'All is well.' });
    const seen = (await client.get(`/v1/tickets/${id}/replies`)).body.data;
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toHaveProperty('mentions');
  });

  it('names those alone who may read the note', async () => {
    const id = await ticketOf();
    const refused = await mention(id, [String(people.client.id)]);
    expect(refused).toMatchObject({ status: 422, body: { details: [{ path: 'mentions' }] } });
    expect((await mention(id, ['999999'])).status).toBe(422);
    const open = { body: 'Hello.', mentions: [technician()] };
    expect((await staff.post(`/v1/tickets/${id}/replies`, open)).status).toBe(422);
    const elsewhere = await staff.post('/v1/tickets', {
      subject: 'Theirs',
      organization_id: String(people.otherOrganization),
    });
    expect((await mention(elsewhere.body.id, [String(people.representative.id)])).status).toBe(422);
    expect((await mention(id, [String(people.representative.id)])).status).toBe(201);
    const many = await sessionOf(portal, people.editor).post('/ticket-replies', {
      ...{ ticket: Number(id), text: 'All of you.', internal: true },
      mentions: Array.from({ length: 21 }, (_, at) => ({ user: at + 1 })),
    });
    expect([many.status, JSON.stringify(many.body)]).toEqual([422, expect.stringMatching(/\b20 people\b/)]);
  });

  it('is no client’s, in whatever interface', async () => {
    const id = await ticketOf();
    const wanted = { body: 'Hello.', mentions: [technician()] };
    expect((await client.post(`/v1/tickets/${id}/replies`, wanted)).status).toBe(403);
    const { status } = await sessionOf(portal, people.client).post('/ticket-replies', {
      ...{ ticket: Number(id), text: 'Hello.', mentions: [{ user: people.technician.id }] },
    });
    expect(status).toBe(403);
  });
});

describe('no mail is sent', () => {
  it('without a notification address, and no row is logged', async () => {
    await notify(null);
    expect(await mailsAfter(() => client.post('/v1/tickets', { subject: 'Quiet' }))).toEqual([]);
    expect(await query(portal.databaseUrl, 'select 1 from email_log')).toEqual([]);
  });

  it('to a user about their own act', async () => {
    await notify('editor@example.com');
    expect(
      await mailsAfter(() =>
        staff.post('/v1/tickets', { subject: 'Mine', organization_id: String(people.organization) }),
      ),
    ).toEqual([]);
    const own = await ticketOf();
    expect(await mailsAfter(() => client.patch(`/v1/tickets/${own}`, { status: 'closed' }))).toEqual([]);
  });

  it('to an assignee who has since left the organization, but to the notification address', async () => {
    const id = await ticketOf({ assignee_id: String(people.representative.id) });
    const belonging = (organizations: number[]) =>
      portal.payload.update({
        collection: 'users',
        id: people.representative.id,
        data: { organizations },
        overrideAccess: true,
      });
    await belonging([people.otherOrganization]);
    expect(await mailsAfter(() => client.post(`/v1/tickets/${id}/replies`, { body: 'psst' }))).toEqual([
      desk,
    ]);
    await belonging([people.organization]);
  });

  it('to an assignee who has become a client, but to the notification address', async () => {
    const id = await ticketOf({ assignee_id: String(people.representative.id) });
    const become = (data: { role: 'client' | 'representative'; organization: number | null }) =>
      portal.payload.update({
        collection: 'users',
        id: people.representative.id,
        data,
        overrideAccess: true,
      });
    await become({ role: 'client', organization: people.organization });
    expect(
      await mailsAfter(async () => {
        await staff.post(`/v1/tickets/${id}/replies`, { body: 'For colleagues only.', internal: true });
        return client.post(`/v1/tickets/${id}/replies`, { body: 'psst' });
      }),
    ).toEqual([desk]);
    await become({ role: 'representative', organization: null });
  });

  it('for a change of text only', async () => {
    const id = await ticketOf();
    expect(
      await mailsAfter(() => staff.patch(`/v1/tickets/${id}`, { subject: 'b', status: 'open' })),
    ).toEqual([]);
  });
});

it('to undo a change: a mail that fails leaves it', async () => {
  const { port } = await startSmtpServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('5.1.1 nobody here'), { responseCode: 550 })),
  });
  await portal.payload.updateGlobal({
    slug: 'portal-settings',
    data: { notifications: { smtp: { host: '127.0.0.1', port } } },
    overrideAccess: true,
  });
  const { status } = await client.post('/v1/tickets', { subject: 'Kept' });
  await settled();
  expect(status).toBe(201);
  expect(await query(portal.databaseUrl, 'select status, type from email_log')).toEqual([
    { status: 'failed', type: 'ticket_created' },
  ]);
});
