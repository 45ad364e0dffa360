import { smtpTransport } from 'payload-support-portal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pruneFailedNotices } from '../../../src/features/tickets/notices/failedNotices.ts';
import { type Client, clientOf, keyClient, sessionOf } from '../../support/api/api.ts';
import { mailsSettled, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let staff: Client;
/** True while the server refuses every recipient. */
let isFull = false;

beforeAll(async () => {
  smtp = await startSmtpServer({
    onRcptTo: (_address, _session, callback) =>
      isFull ? callback(Object.assign(new Error('4.2.2 full'), { responseCode: 452 })) : callback(),
  });
  portal = await startPortal({
    portal: {
      rateLimit: { perMinute: 0 },
      mail: {
        from: 'Support <support@portal.test>',
        transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })],
      },
    },
  });
  people = await createPeople(portal);
  staff = await keyClient(portal, people.administrator, { owner: people.editor });
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

const settled = () => mailsSettled(portal, 'ticket-notices');

interface Row {
  readonly id: string;
  readonly status: string;
  readonly type: string;
}

const mailsOf = async (ticket: string): Promise<Row[]> => {
  await settled();
  return (await staff.get(`/portal/v1/email-log?related_type=ticket&related_id=${ticket}`)).body.data;
};

/** A ticket for the client, of which the mail of a reply has failed. */
const failedReply = async (body = 'Try it again.'): Promise<{ ticket: string; email: string }> => {
  const { body: created } = await sessionOf(portal, people.editor).post('/tickets', {
    subject: 'VPN is slow',
    organization: people.organization,
    requester: people.client.id,
  });
  const ticket = { id: String(created.doc.id) };
  await settled();
  isFull = true;
  await staff.post(`/v1/tickets/${ticket.id}/replies`, { body });
  const [email] = await mailsOf(ticket.id);
  isFull = false;
  expect(email).toMatchObject({ status: 'failed', type: 'ticket_update' });
  smtp.mails.length = 0;
  return { ticket: ticket.id, email: String(email?.id) };
};

const path = (email: string) => `/portal/v1/email-log/${email}/send-again`;

it('a failed mail is sent again, written anew, with a row of its own', async () => {
  const { ticket, email } = await failedReply('Turn it off and on.');
  const { status, body } = await staff.post(path(email));
  expect([status, body]).toEqual([202, { ticket_id: ticket }]);
  expect((await mailsOf(ticket)).map((row) => row.status)).toEqual(['sent', 'failed', 'sent']);
  expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([['client@example.com']]);
  expect(smtp.mails[0]?.content).toContain('Turn it off and on.');
});

it('two clicks at once send it once, and a third is told why not', async () => {
  const { ticket, email } = await failedReply();
  const answers = await Promise.all([staff.post(path(email)), staff.post(path(email))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  await mailsOf(ticket);
  expect(smtp.mails).toHaveLength(1);
  const { status, body } = await staff.post(path(email));
  expect([status, body.error]).toEqual([409, 'conflict']);
  expect(body.message).toContain('the text of a mail is not kept');
});

it('one that fails again can be sent again from its own row', async () => {
  const { ticket, email } = await failedReply();
  isFull = true;
  await staff.post(path(email));
  const [again] = await mailsOf(ticket);
  isFull = false;
  expect(again?.status).toBe('failed');
  expect((await staff.post(path(String(again?.id)))).status).toBe(202);
  await mailsOf(ticket);
  expect(smtp.mails).toHaveLength(1);
});

it('a mail follows its ticket into another one', async () => {
  const { ticket, email } = await failedReply();
  const { body } = await staff.post('/v1/tickets', {
    subject: 'The same',
    organization_id: String(people.organization),
    requester_id: String(people.client.id),
  });
  await settled();
  smtp.mails.length = 0;
  expect((await staff.post(`/v1/tickets/${ticket}/merge`, { into: body.id })).status).toBe(200);
  expect((await staff.post(path(email))).body).toEqual({ ticket_id: body.id });
});

it('two mails of one moment are sent again each, after a merge too', async () => {
  const [first, second] = [await failedReply('Turn it off.'), await failedReply('Turn it on.')];
  for (const { ticket } of [first, second]) {
    const moment = "timestamptz '2026-01-01 00:00:00Z' + interval '1 hour'";
    await query(
      portal.databaseUrl,
      `update support_portal.failed_notices set at = ${moment} where ticket_id = '${ticket}'`,
    );
    await query(
      portal.databaseUrl,
      `update email_log set created_at = ${moment} where related_id = '${ticket}'`,
    );
  }
  expect((await staff.post(`/v1/tickets/${first.ticket}/merge`, { into: second.ticket })).status).toBe(200);
  for (const { email } of [first, second]) expect((await staff.post(path(email))).status).toBe(202);
  await mailsOf(second.ticket);
  const contents = smtp.mails.map(({ content }) => content).join();
  expect(contents).toContain('Turn it off.');
  expect(contents).toContain('Turn it on.');
  expect((await staff.post(path(first.email))).status).toBe(409);
});

it('a mail that no one is to get any more is not sent, and can be sent once someone is', async () => {
  const { ticket, email } = await failedReply();
  const prefer = (notices: string) =>
    portal.payload.update({
      collection: 'users',
      id: people.client.id,
      data: { notices },
      overrideAccess: true,
    } as never);
  await prefer('none');
  const refused = await staff.post(path(email));
  await prefer('all');
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  expect((await staff.post(path(email))).status).toBe(202);
  await mailsOf(ticket);
  expect(smtp.mails).toHaveLength(1);
});

it('a mail to another address than that of the failed one is not sent', async () => {
  const { ticket, email } = await failedReply();
  const { id } = await portal.payload.create({
    collection: 'users',
    data: {
      email: 'other@example.com',
      password: 'a password',
      role: 'client',
      organization: people.organization,
    },
    overrideAccess: true,
  } as never);
  await staff.patch(`/v1/tickets/${ticket}`, { requester_id: String(id) });
  expect((await staff.post(path(email))).status).toBe(409);
});

it('a mail that was sent, one of no ticket, and an unknown one are refused', async () => {
  const { ticket } = await failedReply();
  const sent = (await mailsOf(ticket)).find(({ status }) => status === 'sent');
  expect((await staff.post(path(String(sent?.id)))).status).toBe(409);
  isFull = true;
  await portal.payload.sendEmail({ to: 'ann@example.com', subject: 'Invoice', text: 'Pay.' }).catch(() => {});
  isFull = false;
  const { body } = await staff.get('/portal/v1/email-log?to=ann@example.com');
  expect((await staff.post(path(body.data[0].id))).status).toBe(409);
  for (const unknown of ['999999', 'x']) expect((await staff.post(path(unknown))).status).toBe(404);
  expect((await staff.post(path(String(sent?.id)), { to: 'eve@example.com' })).status).toBe(422);
});

it('clients and representatives, and keys of one organization, may not', async () => {
  const { email } = await failedReply();
  const { administrator, editor, organization } = people;
  const bound = await keyClient(portal, administrator, { owner: editor, organization });
  for (const other of [sessionOf(portal, people.representative), bound])
    expect((await other.post(path(email))).status).toBe(403);
  expect((await clientOf(portal, null).post(path(email))).status).toBe(401);
  // The owner of the new key is told by mail.
  const toClient = smtp.mails.filter(({ recipients }) => recipients.includes('client@example.com'));
  expect(toClient).toEqual([]);
});

it('an erased address is forgotten, and so is a mail of 31 days ago', async () => {
  const { email } = await failedReply();
  const old = await failedReply();
  await query(
    portal.databaseUrl,
    `update support_portal.failed_notices set at = at - interval '31 days'
     where at = (select created_at from email_log where id = $1)`,
    [old.email],
  );
  await pruneFailedNotices(portal.payload);
  expect((await staff.post(path(old.email))).status).toBe(409);
  const erased = await sessionOf(portal, people.administrator).post('/portal/v1/email-log/erase', {
    address: 'client@example.com',
  });
  expect(erased.status).toBe(200);
  expect(await query(portal.databaseUrl, 'select 1 from support_portal.failed_notices')).toEqual([]);
  expect((await staff.post(path(email))).status).toBe(409);
});
