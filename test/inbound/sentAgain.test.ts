import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient } from '../support/api/api.ts';
import { authservId, deliver, inboundSecret } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople } from '../support/portal/people.ts';

let portal: TestPortal;
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
      rateLimit: { perMinute: 0 },
    },
  });
  const { administrator, client, organization } = await createPeople(portal);
  staff = await keyClient(portal, administrator, { owner: administrator });
  const theirs = await keyClient(portal, administrator, { owner: client, organization });
  ticket = (await theirs.post('/v1/tickets', { subject: 'VPN is slow' })).body.id;
});

afterAll(() => portal.stop());

const outcomeOf = async (lines: readonly string[]) => {
  const { body } = await deliver(portal, [...lines, '', 'Agreed.', ''].join('\r\n'));
  let mail: Record<string, unknown> = {};
  await eventually(async () => {
    mail = (await staff.get(`/portal/v1/inbound-mails/${body.id}`)).body;
    return mail.outcome !== null;
  }, 30);
  return mail;
};

/** What the receiving server adds. */
const trace = [
  `Authentication-Results: ${authservId}; dmarc=pass header.from=example.com`,
  `Received: from mail.client.example by ${authservId}`,
];

/** A mail that also went to another client. */
const sent = (h: string, unique: string, from = 'administrator@example.com'): string[] => [
  `DKIM-Signature: v=1; d=example.com; h=${h}; bh=${unique}; b=${unique}`,
  `From: ${from}`,
  'To: support@portal.test',
  'Cc: friend@client.example',
  `Subject: Re: [#${ticket}] VPN is slow`,
  'Date: Sat, 28 Nov 2026 09:00:00 +0000',
  `Message-ID: <${unique}@example.com>`,
];

const random = () => randomBytes(6).toString('base64');

describe('a signed mail of staff that a recipient sends again', () => {
  it.each([
    ['its Message-ID', 'from:subject:message-id'],
    ['its date', 'From : Subject : Date'],
    ['neither its Message-ID nor its date', 'from:subject'],
  ])('becomes no second reply if the signature covers %s', async (_name, h) => {
    const unique = random();
    const mail = sent(h, unique);
    expect(await outcomeOf([...trace, ...mail])).toMatchObject({ outcome: 'reply' });
    const [signature = '', ...others] = mail;
    const copies = [
      ['X-Note: one', ...trace, ...mail],
      [...trace, 'DKIM-Signature: v=1; d=example.com; h=from; bh=other; b=BBBB', ...mail],
      [...trace, signature.replaceAll('; ', ';\r\n '), ...others],
      [...trace, ...mail, `Message-ID:  <${unique}@example.com>`],
    ];
    for (const copy of copies) {
      const again = await outcomeOf(copy);
      expect(again).toMatchObject({ outcome: 'held', reason: 'ambiguous', authentication: 'pass' });
    }
  });

  it('with the same text as another one is another one', async () => {
    for (let count = 0; count < 2; count += 1) {
      const mail = await outcomeOf([...trace, ...sent('from:subject:message-id:date', random())]);
      expect(mail).toMatchObject({ outcome: 'reply' });
    }
  });
});

it('a signed mail of a client that a recipient sends again becomes no second reply, and no second ticket', async () => {
  const mail = sent('from:subject:message-id', random(), 'client@example.com');
  for (const copy of [mail, mail.filter((line) => !line.startsWith('Subject:'))]) {
    const [signature = '', ...others] = copy;
    const another = [signature.replace(/bh=[^;]+/, `bh=${random()}`), ...others];
    const { outcome } = await outcomeOf([...trace, ...another]);
    expect(outcome).toBe(copy === mail ? 'reply' : 'ticket');
    const again = await outcomeOf(['X-Note: one', ...trace, ...another]);
    expect(again).toMatchObject({ outcome: 'held', reason: 'ambiguous', authentication: 'pass' });
  }
});

it('a person whose signed mail others send again and again is read all the same', async () => {
  const own = () => [...trace, ...sent('from:subject:message-id', random(), 'client@example.com')];
  const mail = own();
  expect(await outcomeOf(mail)).toMatchObject({ outcome: 'reply' });
  const again = await outcomeOf(['X-Note: one', ...mail]);
  expect(again).toMatchObject({ outcome: 'held', reason: 'ambiguous', authentication: 'pass' });
  await query(
    portal.databaseUrl,
    `insert into inbound_mails (received_at, processed_at, via, "from", outcome, reason, authentication)
     select received_at, processed_at, via, "from", outcome, reason, authentication
     from inbound_mails, generate_series(1, 20) where id = $1`,
    [again.id],
  );
  expect(await outcomeOf(own())).toMatchObject({ outcome: 'reply' });
});
