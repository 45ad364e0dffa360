import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailThreadOf } from '../../src/features/mail/feature.ts';
import { type Client, keyClient } from '../support/api/api.ts';
import { authservId, deliver, inboundSecret, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';

const mailgunKey = 'a signing key';

let portal: TestPortal;
let people: People;
let staff: Client;
let ticket: string;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      inbound: {
        address: 'support@portal.test',
        secret: inboundSecret,
        trustedAuthservId: { http: authservId },
      },
      mailEvents: { mailgun: mailgunKey },
      rateLimit: { perMinute: 0 },
    },
  });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  staff = await keyClient(portal, administrator, { owner: administrator });
  const client = await keyClient(portal, administrator, { owner: people.client, organization });
  ticket = (await client.post('/v1/tickets', { subject: 'VPN is slow' })).body.id;
  await portal.payload.update({
    collection: 'organizations',
    id: organization,
    data: { domains: ['acme.example'] } as never,
  });
});

afterAll(() => portal.stop());

const outcomeOf = async (message: string) => {
  const { body } = await deliver(portal, message);
  let mail: Record<string, unknown> = {};
  await eventually(async () => {
    mail = (await staff.get(`/portal/v1/inbound-mails/${body.id}`)).body;
    return mail.outcome !== null;
  }, 30);
  return mail;
};

let count = 0;

/** A message with this header, and what follows it. */
const raw = (head: readonly string[]): string => {
  count += 1;
  return [
    ...head,
    'To: support@portal.test',
    `Subject: [#${ticket}] VPN is slow`,
    `Message-ID: <p${count}.${process.hrtime.bigint()}@client.example>`,
    '',
    'Close it.',
    '',
  ].join('\r\n');
};

const received = `Received: from mail.client.example by ${authservId}`;
const said = (from: string, dmarc = 'pass', id = authservId) =>
  `Authentication-Results: ${id}; dmarc=${dmarc} header.from=${from}`;

describe('the verdict of the receiving server', () => {
  const from = 'From: administrator@example.com';

  it('above its Received makes a reply of staff', async () => {
    expect(await outcomeOf(raw([said('example.com'), received, from]))).toMatchObject({ outcome: 'reply' });
  });

  it.each([
    ['of the sender, without any Received', [said('example.com'), from]],
    ['below the Received', [received, said('example.com'), from]],
    [
      'below a failure of another server',
      [said('example.com', 'fail', 'relay.example'), said('example.com'), received, from],
    ],
    ['above one that disagrees', [said('example.com'), said('example.com', 'none'), received, from]],
    ['without header.from', [`Authentication-Results: ${authservId}; dmarc=pass`, received, from]],
    ['about another domain', [said('evil.example'), received, from]],
  ])('makes none %s', async (_name, head) => {
    const mail = await outcomeOf(raw(head));
    expect(mail).toMatchObject({ outcome: 'held', reason: 'authentication_failed' });
  });
});

describe('a sender whom readers see differently is held', () => {
  const evil = 'x@evil.example';
  const good = 'client@example.com';

  it.each([
    `From: <${good}> <${evil}>`,
    `From: ${good}, ${evil}`,
    `From: ${good}\r\nFrom: ${evil}`,
    `From: =?utf-8?q?client=40example.com?= `,
    `From: =?utf-8?q?client?=@example.com`,
    `From: ${good}\0 <${evil}>`,
    `From: ${evil}\0 <${good}>`,
    `From: ${evil} <${good}>`,
    `From: ${good} (<${evil}>)`,
    `From: Team: ${good};`,
    `From: "${evil}"@example.com`,
    `From: <@evil.example:${good}>`,
    `From: <${good}`,
    `From: ${good}>`,
    `From: cl(x)ient@example.com`,
  ])('%j', async (from) => {
    for (const domain of ['example.com', 'evil.example']) {
      const mail = await outcomeOf(raw([said(domain), received, from]));
      expect(mail, domain).toMatchObject({ outcome: 'held', ticket_id: null });
    }
  });

  it.each([
    `"${evil}" <${good}>`,
    `${good} <${good}>`,
    `${good} (Ann)`,
    `=?utf-8?q?x=40evil.example?= <${good}>`,
  ])('but not %j', async (from) => {
    const mail = await outcomeOf(raw([said('example.com'), received, `From: ${from}`]));
    expect(mail).toMatchObject({ outcome: 'reply', authentication: 'pass' });
  });
});

it('five people of a domain become clients in a day, and no more, at the same moment too', async () => {
  const mails = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      outcomeOf(written({ from: `new${at}@acme.example`, dmarc: 'none' })),
    ),
  );
  expect(mails.map(({ outcome, reason }) => reason ?? outcome).sort()).toEqual([
    ...Array(5).fill('ticket'),
    ...Array(3).fill('too_many'),
  ]);
  const users = await query(portal.databaseUrl, `select 1 from users where email like '%@acme.example'`);
  expect(users).toHaveLength(5);
});

describe('a token of Mailgun', () => {
  const post = async (body: object) =>
    (
      await portal.fetch('/api/portal/v1/mail-events/mailgun', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;

  const signed = (recipient: string, token = 'c0ffee') => {
    const timestamp = String(Math.floor(Date.now() / 60_000) * 60);
    const signature = createHmac('sha256', mailgunKey).update(`${timestamp}${token}`).digest('hex');
    return {
      signature: { timestamp, token, signature },
      'event-data': {
        event: 'failed',
        severity: 'permanent',
        id: `of ${recipient}`,
        recipient,
        message: { headers: { 'message-id': 'sent@example.com' } },
      },
    };
  };

  it('is taken once: again with the same event, never with another', async () => {
    const first = signed('ann@example.com');
    expect(await post(first)).toBe(200);
    expect(await post(first)).toBe(200);
    expect(await post({ ...first, 'event-data': signed('bob@example.com')['event-data'] })).toBe(401);
    const statuses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => post({ ...signed(`${name}@example.com`, 'beef') })),
    );
    expect(statuses.sort()).toEqual([200, 401, 401, 401]);
  });

  it('is not used by an event that was not stored', async () => {
    await query(portal.databaseUrl, 'alter table support_portal.jobs rename to jobs_away');
    const event = signed('eve@example.com', 'f00d');
    expect(await post(event)).toBeGreaterThanOrEqual(500);
    await query(portal.databaseUrl, 'alter table support_portal.jobs_away rename to jobs');
    expect(await post(event)).toBe(200);
  });
});

describe('a signed mail of staff', () => {
  /** As anyone sends it again: the signature covers the fields that it names, and the body. */
  const again = (signature: string, { subject = 'Re: lunch', added = '' }) => {
    const [address, domain] = ['administrator@example.com', 'example.com'];
    const b = randomBytes(6).toString('base64');
    const head = [said(domain), received, added, `DKIM-Signature: v=1; d=${domain}; h=${signature}; b=${b}`];
    const own = [`From: ${address}`, 'To: friend@client.example', `Subject: ${subject}`];
    const lines = [...head, ...own, `Message-ID: <${process.hrtime.bigint()}@example.com>`];
    return outcomeOf([...lines.filter(Boolean), '', 'Yes, agreed.', ''].join('\r\n'));
  };

  const root = () => mailThreadOf(portal.payload, inbound)?.rootId(Number(ticket));
  const inbound = { address: 'support@portal.test', plainReplyTo: false };

  it.each([
    ['In-Reply-To', () => `In-Reply-To: <${root()}>`],
    ['References', () => `References: <${root()}>`],
    [
      'Cc',
      () =>
        `Cc: ${mailThreadOf(portal.payload, inbound)?.replyAddress(Number(ticket), 'administrator@example.com')}`,
    ],
    [
      'another signature',
      () => `References: <${root()}>\r\nDKIM-Signature: v=1; d=example.com; h=from:references; b=AAAA`,
    ],
  ])('becomes no reply by a field that is not signed: %s', async (_name, added) => {
    const mail = await again('from:to:subject', { added: added() });
    expect(mail).toMatchObject({ outcome: 'held', reason: 'ambiguous', authentication: 'pass' });
  });

  it.each([
    ['Subject', () => `[#${ticket}] VPN is slow`],
    ['Content-Type', () => 'text/html'],
  ])('is proven by no server once it has a second %s', async (name, value) => {
    const subject = `Re: [#${ticket}] VPN is slow`;
    for (const second of [`${name}: ${value()}`, `X-Note: a\r\n\f${name}: ${value()}`]) {
      const mail = await again('from:to:subject', {
        subject,
        added: `Content-Type: text/plain\r\n${second}`,
      });
      expect(mail).toMatchObject({ outcome: 'held', authentication: 'none' });
    }
  });

  it('becomes a reply by a field that is signed', async () => {
    const subject = `Re: [#${ticket}] VPN is slow`;
    const bySubject = await again('From: Subject', { subject });
    expect(bySubject).toMatchObject({ outcome: 'reply', ticket_id: ticket });
    const byReferences = await again('from:references', { added: `References: <${root()}>` });
    expect(byReferences).toMatchObject({ outcome: 'reply', ticket_id: ticket });
  });
});
