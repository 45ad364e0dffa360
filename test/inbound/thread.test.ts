import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailThreadOf } from '../../src/features/mail/feature.ts';
import { type Client, keyClient, sessionOf } from '../support/api/api.ts';
import { authservId, deliver, inboundSecret, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { mailsSettled, query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';
import { startHttpServer } from '../support/servers/httpServer.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let staff: Client;
let client: Client;

const setMail = (data: object) =>
  portal.payload.updateGlobal({ slug: 'portal-settings', data, overrideAccess: true });

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal({
    portal: {
      inbound: {
        address: 'Support@portal.test',
        secret: inboundSecret,
        trustedAuthservId: { imap: authservId, http: authservId },
      },
      rateLimit: { perMinute: 0 },
    },
  });
  await setMail({
    notifications: {
      from: 'Portal <portal@portal.test>',
      notificationEmail: 'desk@example.com',
      smtp: { host: '127.0.0.1', port: smtp.port },
    },
  });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  staff = await keyClient(portal, administrator, { owner: people.editor });
  client = await keyClient(portal, administrator, { owner: people.client, organization });
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

const settled = () => mailsSettled(portal, 'ticket-notices');

const newTicket = async (): Promise<string> => {
  const { body } = await client.post('/v1/tickets', { subject: 'VPN is slow' });
  await settled();
  return body.id;
};

/** The mails that an act causes, as mail clients read them. */
const mailsOf = async (act: () => Promise<unknown>): Promise<Email[]> => {
  smtp.mails.length = 0;
  await act();
  await settled();
  return Promise.all(smtp.mails.map(({ content }) => PostalMime.parse(content)));
};

const header = (mail: Email | undefined, name: string): string | undefined =>
  mail?.headers.find(({ key }) => key === name)?.value;

const outcomeOf = async (message: string) => {
  const { body } = await deliver(portal, message);
  let mail: Record<string, unknown> = {};
  await eventually(async () => {
    mail = (await staff.get(`/portal/v1/inbound-mails/${body.id}`)).body;
    return mail.outcome !== null;
  }, 60);
  return mail;
};

describe('a mail about a ticket', () => {
  it('can be answered after the ticket was merged, and the answer lands in the target', async () => {
    const [source, target] = [await newTicket(), await newTicket()];
    const [mail] = await mailsOf(() => staff.post(`/v1/tickets/${source}/replies`, { body: 'Which one?' }));
    expect((await staff.post(`/v1/tickets/${source}/merge`, { into: target })).status).toBe(200);
    for (const named of [
      { to: mail?.replyTo?.[0]?.address ?? '' },
      { headers: [`In-Reply-To: ${mail?.messageId}`] },
      { subject: `Re: [#${source}] VPN is slow` },
    ]) {
      const { outcome, ticket_id } = await outcomeOf(written({ from: people.client.email, ...named }));
      expect([outcome, ticket_id]).toEqual(['reply', target]);
    }
    expect((await staff.get(`/v1/tickets/${target}/replies`)).body.data).toHaveLength(4);
    expect((await staff.get(`/v1/tickets/${source}/replies`)).body.data).toEqual([]);
  });

  it('can be answered, and stays in its thread', async () => {
    const ticket = await newTicket();
    const reply = () =>
      staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Please <restart> it.\nThen wait.' });
    const [first, second] = [...(await mailsOf(reply)), ...(await mailsOf(reply))];
    expect(first?.subject).toBe(`[#${ticket}] VPN is slow`);
    expect(second?.subject).toBe(first?.subject);
    expect(first?.replyTo?.[0]?.address).toMatch(
      new RegExp(`^Support\\+${ticket}-[a-z0-9]{13}@portal\\.test$`),
    );
    expect(first?.messageId).not.toBe(second?.messageId);
    expect(first?.inReplyTo).toMatch(/^<t\./);
    expect(first?.references).toBe(first?.inReplyTo);
    expect(second?.references).toBe(first?.references);
    expect(header(first, 'auto-submitted')).toBe('auto-generated');
    expect(header(first, 'x-auto-response-suppress')).toBe('All');
    expect(first?.text).toContain('Please <restart> it.\nThen wait.');
    expect(first?.html).toContain('Please &lt;restart&gt; it.');
  });

  it('carries what staff formatted', async () => {
    const ticket = await newTicket();
    const item = {
      type: 'listitem',
      version: 1,
      value: 1,
      children: [{ type: 'text', text: 'one', version: 1 }],
    };
    const list = { type: 'list', listType: 'bullet', tag: 'ul', version: 1, children: [item] };
    const body = {
      root: { type: 'root', version: 1, direction: null, format: '', indent: 0, children: [list] },
    };
    const [mail] = await mailsOf(() =>
      sessionOf(portal, people.editor).post('/ticket-replies', { ticket: Number(ticket), body }),
    );
    expect(mail?.html).toMatch(/<ul[^>]*>\s*<li[^>]*>.*one/);
    expect(mail?.text).toContain('- one');
  });

  it('has the plain address to reply to where one with a token would be longer than mail allows', () => {
    const replyTo = (local: string) =>
      mailThreadOf(portal.payload, { address: `${local}@portal.test`, plainReplyTo: false })?.replyAddress(
        7,
        'ann@example.com',
      );
    // A plus, the id, a hyphen and 13 characters of a signature are 16.
    expect(replyTo('s'.repeat(48))).toMatch(/^s{48}\+7-[\da-z]{13}@portal\.test$/);
    expect(replyTo('s'.repeat(49))).toBe(`${'s'.repeat(49)}@portal.test`);
  });

  it('is found in the log by its own Message-ID', async () => {
    const ticket = await newTicket();
    const [mail] = await mailsOf(() => staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Done.' }));
    const rows = await query(portal.databaseUrl, 'select related_id from email_log where message_id = $1', [
      mail?.messageId?.slice(1, -1),
    ]);
    expect(rows).toEqual([{ related_id: ticket }]);
  });

  it('carries its own Message-ID over the proxy as well', async () => {
    const proxy = await startHttpServer((response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"of the provider"}');
    });
    await setMail({ notifications: { proxy: { url: proxy.url, token: 'a-token' } } });
    const ticket = await newTicket();
    await staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Done.' });
    await settled();
    const sent = proxy.requests.map(({ body }) => JSON.parse(body)).at(-1);
    expect(sent.headers['Message-ID']).toMatch(/^<t\..*@portal\.test>$/);
    expect(sent.headers.References).toBe(sent.headers['In-Reply-To']);
    expect(sent.reply_to[0]).toContain(`Support+${ticket}-`);
    await setMail({ notifications: { proxy: null } });
    await proxy.close();
  });
});

describe('an answer', () => {
  let colleagues = 0;

  const createClient = async (organization: number): Promise<string> => {
    colleagues += 1;
    const email = `colleague${colleagues}@example.com`;
    const data = { email, password: 'a-long-password', role: 'client', organization };
    await portal.payload.create({ collection: 'users', data, overrideAccess: true } as never);
    return email;
  };

  const answerTo = async (make: (mail: Email) => string) => {
    const ticket = await newTicket();
    const [mail] = await mailsOf(() => staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Restart it.' }));
    return { ticket, mail: await outcomeOf(make(mail as Email)) };
  };
  const from = 'client@example.com';

  it('finds its ticket by the address alone, in any case', async () => {
    const { ticket, mail } = await answerTo(({ replyTo }) =>
      written({ from, to: String(replyTo?.[0]?.address).toLowerCase(), subject: 'Re: something else' }),
    );
    expect(mail).toMatchObject({ outcome: 'reply', ticket_id: ticket });
  });

  it('finds its ticket by our Message-ID', async () => {
    const { ticket, mail } = await answerTo(({ messageId }) =>
      written({ from, subject: 'Re', headers: [`In-Reply-To: ${messageId}`] }),
    );
    expect(mail).toMatchObject({ outcome: 'reply', ticket_id: ticket });
  });

  it('finds its ticket by the root of the thread', async () => {
    const { ticket, mail } = await answerTo(({ references }) =>
      written({ from, subject: 'Re', headers: [`References: ${references} <of.another@example.net>`] }),
    );
    expect(mail).toMatchObject({ outcome: 'reply', ticket_id: ticket });
  });

  it('with a token that is cut is a new ticket, and with that of another ticket waits for staff', async () => {
    const cut = await answerTo(({ replyTo }) =>
      written({ from, to: String(replyTo?.[0]?.address).replace(/..@/, '@'), subject: 'Re' }),
    );
    expect(cut.mail.outcome).toBe('ticket');
    const other = await newTicket();
    const moved = await answerTo(({ replyTo }) =>
      written({ from, to: String(replyTo?.[0]?.address).replace(/\+\d+-/, `+${other}-`), subject: 'Re' }),
    );
    expect(moved.mail).toMatchObject({ outcome: 'held', reason: 'not_a_participant' });
  });

  it('of a colleague finds its ticket by another person’s reply address, the Message-ID and the subject alike', async () => {
    const colleague = await createClient(people.organization);
    const ticket = await newTicket();
    const [mail] = await mailsOf(() => staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Restart it.' }));
    for (const named of [
      { to: mail?.replyTo?.[0]?.address ?? '', subject: 'Something' },
      { headers: [`In-Reply-To: ${mail?.messageId}`], subject: 'Something' },
      { subject: `Re: ${mail?.subject}` },
    ])
      expect(await outcomeOf(written({ from: colleague, ...named }))).toMatchObject({
        outcome: 'reply',
        ticket_id: ticket,
      });
    const stranger = await createClient(people.otherOrganization);
    const foreign = written({ from: stranger, to: mail?.replyTo?.[0]?.address ?? '', subject: 'Something' });
    expect(await outcomeOf(foreign)).toMatchObject({ outcome: 'held', reason: 'not_a_participant' });
  });

  it('to the client’s own first mail reaches its ticket, from all who may write there', async () => {
    const first = written({ from, subject: 'By mail' });
    const { ticket_id } = await outcomeOf(first);
    const [, messageId] = /^Message-ID: (.*)$/m.exec(first) ?? [];
    const answer = (sender: string) =>
      outcomeOf(
        written({ from: sender, subject: 'Re: By mail', headers: [`In-Reply-To: ${messageId?.trim()}`] }),
      );
    const colleague = await createClient(people.organization);
    expect(await answer(colleague)).toMatchObject({ outcome: 'reply', ticket_id });
    const stranger = await createClient(people.otherOrganization);
    expect(await answer(stranger)).toMatchObject({ outcome: 'held', reason: 'not_a_participant' });
  });

  it('to a mail that became a reply reaches the ticket into which its own was merged', async () => {
    const [source, target] = [await newTicket(), await newTicket()];
    const reply = written({ from, subject: `[#${source}] more` });
    expect((await outcomeOf(reply)).outcome).toBe('reply');
    expect((await staff.post(`/v1/tickets/${source}/merge`, { into: target })).status).toBe(200);
    const [, messageId] = /^Message-ID: (.*)$/m.exec(reply) ?? [];
    const headers = [`References: ${messageId?.trim()} <of.another@example.net>`];
    expect(await outcomeOf(written({ from, subject: 'Re: more', headers }))).toMatchObject({
      outcome: 'reply',
      ticket_id: target,
    });
  });

  it('whose subject names two tickets waits for staff; the same one twice is one', async () => {
    const [one, two] = [await newTicket(), await newTicket()];
    const both = await outcomeOf(written({ from, subject: `[#${one}] and [#${two}]` }));
    expect(both).toMatchObject({ outcome: 'held', reason: 'ambiguous' });
    const twice = await outcomeOf(written({ from, subject: `[#${one}] Re: [#${one}] and [#99999999]` }));
    expect(twice).toMatchObject({ outcome: 'reply', ticket_id: one });
    expect((await staff.post(`/v1/tickets/${one}/merge`, { into: two })).status).toBe(200);
    const merged = await outcomeOf(written({ from, subject: `[#${one}] and [#${two}]` }));
    expect(merged).toMatchObject({ outcome: 'reply', ticket_id: two });
  });

  it('about a ticket that is gone lands in no other, whatever the subject says', async () => {
    const other = await newTicket();
    const { body } = await client.post('/v1/tickets', { subject: `About [#${other}]` });
    const [mail] = await mailsOf(() => staff.post(`/v1/tickets/${body.id}/replies`, { body: 'Restart it.' }));
    await portal.payload.delete({ collection: 'tickets', id: body.id, overrideAccess: true });
    const answer = await outcomeOf(
      written({ from, subject: `Re: ${mail?.subject}`, headers: [`In-Reply-To: ${mail?.messageId}`] }),
    );
    expect(answer.outcome).toBe('ticket');
    expect(answer.ticket_id).not.toBe(other);
  });

  it('from an address that only looks like a client’s is a stranger’s', async () => {
    const ticket = await newTicket();
    // The Kelvin sign, whose small letter is k.
    await portal.payload.create({
      collection: 'users',
      data: {
        email: 'kim@example.com',
        password: 'a-long-password',
        role: 'client',
        organization: people.organization,
      },
      overrideAccess: true,
    } as never);
    const mail = await outcomeOf(written({ from: '\u212aim@example.com', subject: `[#${ticket}] x` }));
    expect(mail).toMatchObject({ outcome: 'held', reason: 'not_a_participant' });
  });

  it('of staff is shown to clients without what it quotes', async () => {
    const ticket = await newTicket();
    const text = 'It is done.\n\nOn Monday, Tom wrote:\n> SECRET between us';
    const mail = await outcomeOf(written({ from: 'editor@example.com', subject: `[#${ticket}] x`, text }));
    expect(mail.outcome).toBe('reply');
    const texts = async (who: People['client']) => {
      const { body } = await sessionOf(portal, who).get(`/ticket-replies?where[ticket][equals]=${ticket}`);
      return body.docs.map((reply: { mailText?: string | null }) => reply.mailText ?? null);
    };
    expect(await texts(people.client)).toEqual([null]);
    expect(await texts(people.administrator)).toEqual([expect.stringContaining('SECRET')]);
  });

  it('of a stranger who has the token waits for staff', async () => {
    const { mail } = await answerTo(({ replyTo, subject }) =>
      written({ from: 'stranger@example.net', to: String(replyTo?.[0]?.address), subject: `Re: ${subject}` }),
    );
    expect(mail).toMatchObject({ outcome: 'held', reason: 'not_a_participant' });
  });

  it('to two tickets at once waits for staff', async () => {
    const other = await newTicket();
    const [otherMail] = await mailsOf(() =>
      staff.post(`/v1/tickets/${other}/replies`, { body: 'Restart it.' }),
    );
    const { mail } = await answerTo(({ replyTo }) =>
      written({ from, to: `${replyTo?.[0]?.address}, ${otherMail?.replyTo?.[0]?.address}` }),
    );
    expect(mail).toMatchObject({ outcome: 'held', reason: 'ambiguous' });
  });

  it('that is our own mail come back is ignored', async () => {
    const ticket = await newTicket();
    const [mail] = await mailsOf(() => staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Restart it.' }));
    const back = written({ from, subject: String(mail?.subject) }).replace(
      /Message-ID: .*/,
      `Message-ID: ${mail?.messageId}`,
    );
    expect(await outcomeOf(back)).toMatchObject({ outcome: 'ignored', reason: 'own mail' });
  });

  it('notifies the team as any reply does, and the sender of nothing', async () => {
    const ticket = await newTicket();
    smtp.mails.length = 0;
    await outcomeOf(written({ from, subject: `[#${ticket}] more` }));
    await settled();
    expect(smtp.mails.map(({ recipients }) => recipients.join())).toEqual(['desk@example.com']);
  });

  it('that is a bounce of ours names the row of the log, and causes no mail', async () => {
    const ticket = await newTicket();
    const [mail] = await mailsOf(() => staff.post(`/v1/tickets/${ticket}/replies`, { body: 'Restart it.' }));
    smtp.mails.length = 0;
    const bounce = [
      'From: MAILER-DAEMON@mx.example',
      `To: ${mail?.replyTo?.[0]?.address}`,
      'Subject: Undelivered Mail Returned to Sender',
      'Return-Path: <>',
      'Auto-Submitted: auto-replied',
      'Message-ID: <bounce@mx.example>',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'I could not deliver your mail.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; client@example.com',
      'Action: failed',
      'Status: 5.1.1',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${mail?.messageId}`,
      '--b--',
      '',
    ].join('\r\n');
    const [row] = await query<{ id: number }>(
      portal.databaseUrl,
      'select id from email_log where message_id = $1',
      [mail?.messageId?.slice(1, -1)],
    );
    expect(await outcomeOf(bounce)).toMatchObject({ outcome: 'bounce', log_row_id: String(row?.id) });
    expect(
      await query(portal.databaseUrl, 'select email, recipient, state, permanent from mail_deliveries'),
    ).toEqual([
      { email: String(row?.id), recipient: 'client@example.com', state: 'bounced', permanent: true },
    ]);
    await settled();
    expect(smtp.mails).toEqual([]);
  });
});

describe('a sender', { timeout: 90_000 }, () => {
  it('gets 20 messages an hour processed, and the rest wait', async () => {
    const email = 'busy@example.com';
    await portal.payload.create({
      collection: 'users',
      data: { email, password: 'a password', role: 'client', organization: people.organization },
      overrideAccess: true,
    });
    const outcomes: unknown[] = [];
    await Promise.all(
      Array.from({ length: 25 }, async () => outcomes.push(await outcomeOf(written({ from: email })))),
    );
    const reasons = outcomes.map((mail) => mail as { outcome: string; reason: string });
    expect(reasons.filter(({ outcome }) => outcome === 'ticket')).toHaveLength(20);
    expect(reasons.filter(({ reason }) => reason === 'too_many')).toHaveLength(5);
  });
});

it('the mail of a reply says in both parts what its format says, and keeps blanks in a row', async () => {
  const words = (text: string, format = 0) => ({ type: 'text', version: 1, text, format });
  const block = (type: string, ...children: object[]) => ({ type, version: 1, children });
  const price = block(
    'paragraph',
    words('We refund '),
    words('500', 4),
    words(' 50 EUR, at most 10'),
    words('6', 64),
  );
  const columns = block('paragraph', words('A    B'), { type: 'tab', version: 1 }, words('C'));
  const quote = block('quote', words('quoted words'));
  const body = { root: { ...block('root', price, columns, quote), direction: null, format: '', indent: 0 } };
  const ticket = await newTicket();
  const [mail] = await mailsOf(() =>
    sessionOf(portal, people.editor).post('/ticket-replies', { ticket: Number(ticket), body }),
  );
  expect(mail?.text).toContain('We refund ~~500~~ 50 EUR, at most 10⁶\nA    B\tC\n> quoted words');
  const text = String(mail?.html).replace(/<span style="white-space: pre-wrap">(.*?)<\/span>/g, '[$1]');
  expect(text).toContain('<p>[A    B][\t][C]</p><blockquote>[quoted words]</blockquote>');
});
