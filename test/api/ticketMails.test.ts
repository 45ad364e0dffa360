import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../support/api.ts';
import { mailsSettled, query, startPortal, type TestPortal } from '../support/payload.ts';
import { createPeople, type People } from '../support/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let staff: Client;
let client: Client;
let representative: Client;

const desk = 'desk@example.com';

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal();
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

  it('to an assignee who has since left the organization', async () => {
    const id = await ticketOf({ assignee_id: String(people.representative.id) });
    const belonging = (organizations: number[]) =>
      portal.payload.update({
        collection: 'users',
        id: people.representative.id,
        data: { organizations },
        overrideAccess: true,
      });
    await belonging([people.otherOrganization]);
    expect(await mailsAfter(() => client.post(`/v1/tickets/${id}/replies`, { body: 'psst' }))).toEqual([]);
    await belonging([people.organization]);
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
