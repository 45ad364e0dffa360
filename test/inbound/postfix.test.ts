import { createTransport } from 'nodemailer-10';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { settingsSlug } from '../../src/core/shared/portal/settingsSlug.ts';
import { type Client, keyClient } from '../support/api/api.ts';
import { authservId, inboundSecret } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople } from '../support/portal/people.ts';
import { serve } from '../support/portal/serve.ts';
import { mailUser, startDovecot } from '../support/servers/dovecot.ts';
import { type Postfix, startPostfix } from '../support/servers/postfix.ts';

vi.setConfig({ testTimeout: 180_000 });

let portal: TestPortal;
let postfix: Postfix;
let staff: Client;
let isAway = false;
let stop: () => Promise<void>;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      inbound: {
        address: 'support@portal.test',
        secret: inboundSecret,
        trustedAuthservId: { http: authservId },
      },
      rateLimit: { perMinute: 0 },
    },
  });
  const people = await createPeople(portal);
  staff = await keyClient(portal, people.administrator, { owner: people.administrator });
  const server = await serve({
    ...portal,
    handle: async (request) => (isAway ? new Response(null, { status: 503 }) : portal.handle(request)),
  });
  stop = server.close;
  postfix = await startPostfix({
    domain: 'portal.test',
    script: `#!/bin/sh
curl --fail --silent --show-error --max-time 60 --data-binary @- \\
  -H 'Content-Type: message/rfc822' -H "Authorization: Bearer ${inboundSecret}" \\
  -H "X-Client-Address: $1" -H "X-Client-Helo: $2" -H "X-Envelope-From: <$3>" \\
  ${server.url}/api/portal/v1/inbound > /dev/null || exit 75
`,
  });
});

afterAll(async () => {
  await postfix?.close();
  await stop?.();
  await portal.stop();
});

const send = async (subject: string): Promise<void> => {
  const transport = createTransport({
    host: '127.0.0.1',
    port: postfix.port,
    ignoreTLS: true,
    name: 'mail.client.example',
  });
  await transport.sendMail({
    from: 'client@example.com',
    to: 'support+anything@portal.test',
    subject,
    text: 'By way of Postfix.',
  });
  transport.close();
};

const arrived = async (subject: string) => {
  let mail: Record<string, unknown> | undefined;
  await eventually(async () => {
    const { body } = await staff.get('/portal/v1/inbound-mails');
    mail = body.data.find((one: Record<string, unknown>) => one.subject === subject && one.outcome !== null);
    return mail !== undefined;
  }, 30);
  return mail;
};

it('hands a message over, with the connection by which it came', async () => {
  await send('Hello');
  expect(await arrived('Hello')).toMatchObject({
    outcome: 'ticket',
    via: 'http',
    from: 'client@example.com',
  });
  const [row] = await query(
    portal.databaseUrl,
    `select connection from inbound_mails where subject = 'Hello'`,
  );
  expect(row).toEqual({
    connection: { ip: '127.0.0.1', helo: 'mail.client.example', sender: 'client@example.com' },
  });
});

it('keeps a message while the portal is away, and hands it over once', async () => {
  isAway = true;
  await send('Meanwhile');
  await eventually(() => postfix.queued() === 1, 30);
  isAway = false;
  postfix.flush();
  await arrived('Meanwhile');
  await eventually(() => postfix.queued() === 0, 30);
  const rows = await query(portal.databaseUrl, `select 1 from inbound_mails where subject = 'Meanwhile'`);
  expect(rows).toHaveLength(1);
});

/** Sends a mail by that Postfix to someone who is not there, and waits until its row says so. */
const sendAndBounce = async (through: Postfix, subject: string) => {
  await settings({
    notifications: { from: 'support@portal.test', smtp: { host: '127.0.0.1', port: through.port } },
  });
  await portal.payload.sendEmail({ to: 'ann@gone.test', subject, text: 'Hello' });
  let row: Record<string, unknown> | undefined;
  await eventually(async () => {
    const { body } = await staff.get('/portal/v1/email-log?delivery=bounced');
    row = body.data.find((one: Record<string, unknown>) => one.subject === subject);
    return row !== undefined;
  }, 30);
  expect(row).toMatchObject({
    status: 'sent',
    delivery: {
      state: 'bounced',
      recipients: [{ address: 'ann@gone.test', detail: expect.stringContaining('There is no such user') }],
    },
  });
  const { body } = await staff.get('/portal/v1/inbound-mails?outcome=bounce');
  return body.data.find((mail: Record<string, unknown>) => mail.log_row_id === row?.id);
};

const settings = (data: object) =>
  portal.payload.updateGlobal({ slug: settingsSlug as never, data: data as never, overrideAccess: true });

it('sends back what it cannot deliver, and the row of the log says so', async () => {
  expect(await sendAndBounce(postfix, 'Are you there?')).toMatchObject({ via: 'http', outcome: 'bounce' });
});

it('sends back into a mailbox of Dovecot, and the row of the log says so', async () => {
  const dovecot = await startDovecot();
  const other = await startPostfix({ domain: 'portal.test', script: `#!/bin/sh\n${dovecot.deliver}\n` });
  await settings({
    inbound: { imap: { host: '127.0.0.1', port: dovecot.port, secure: false, ...mailUser } },
  });
  await eventually(async () => (await mailboxesRead()) === 1);
  expect(await sendAndBounce(other, 'And you?')).toMatchObject({ via: 'imap', outcome: 'bounce' });
  await settings({ inbound: { imap: null } });
  await other.close();
  await dovecot.close();
});

const mailboxesRead = async (): Promise<number> =>
  (await query(portal.databaseUrl, 'select 1 from support_portal.mailboxes where read_at is not null'))
    .length;
