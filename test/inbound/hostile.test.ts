import { monitorEventLoopDelay } from 'node:perf_hooks';
import { APIError } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnansweredDns } from '../../src/features/inbound/authentication/UnansweredDns.ts';
import { readMessage } from '../../src/features/inbound/message/readMessage.ts';
import { isUnreadableMessage } from '../../src/features/inbound/message/UnreadableMessage.ts';
import { openReader, provideReader, readerOf } from '../../src/features/inbound/reading/reader.ts';
import { laneOf } from '../../src/features/inbound/senders/known.ts';
import { bytesOnDisk } from '../support/api/files.ts';
import { deliver, withInbound, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { contextOf } from '../support/portal/context.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';
import { brokenSignature, keyRecord, signed, useTestDns } from './authentication/mails.ts';

let portal: TestPortal;
let people: People;
const scanned: string[] = [];

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      ...withInbound,
      files: {
        maxBytes: 1_000,
        scan: ({ filename }) => {
          scanned.push(filename);
          if (filename.startsWith('virus')) throw new Error('It holds a virus.');
        },
      },
    },
  });
  people = await createPeople(portal);
});

afterAll(() => portal.stop());

let strangers = 0;

/** A message of a person whom the portal does not know. */
const hostile = (type: string, body: string): string => {
  strangers += 1;
  return written({ from: `stranger${strangers}@evil.example`, text: body }).replace(
    'Content-Type: text/plain; charset=utf-8',
    `Content-Type: ${type}`,
  );
};

const inPre = (lines: number): string => hostile('text/html', `<pre>${'a\n'.repeat(lines)}</pre>`);

const inParts = (): string =>
  hostile('multipart/mixed; boundary=b', `${'--b\r\n\r\nHi.\r\n'.repeat(9_000)}--b--`);

const inOneLine = (): string => hostile('text/plain', '- '.repeat(16_000_000));

const inHtml = (): string =>
  hostile(
    'text/html',
    `${'<div><b>word</b> and <i>another</i></div> '.repeat(800_000)}`.slice(0, 34_000_000),
  );

const attached = (): string => {
  const file = `${Buffer.alloc(57, 'a').toString('base64')}\r\n`.repeat(33_000_000 / 78);
  const head = '--b\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  return hostile('multipart/mixed; boundary=b', `${head}${file}--b--`);
};

/** As the database has it: the API would read a message that waits again at each look. */
const rowOf = async (id: string) => {
  const [row] = await query<Record<'outcome' | 'reason' | 'from' | 'filename', string | null>>(
    portal.databaseUrl,
    'select outcome, reason, "from", filename from inbound_mails where id = $1',
    [id],
  );
  if (!row) throw new Error('The message is gone.');
  return row;
};

const settled = (id: string, seconds = 100): Promise<void> =>
  eventually(async () => (await rowOf(id)).outcome !== null, seconds);

describe('a message that takes long to read', () => {
  it.each([
    ['40,000 lines of <pre>', () => inPre(40_000)],
    ['9,000 parts', inParts],
    ['34 MB of HTML', inHtml],
    ['an attachment of 33 MB', attached],
  ])(
    'holds up no request: %s',
    async (_name, write) => {
      const bytes = Buffer.from(write());
      const begun = performance.now();
      await readMessage(bytes).catch(() => null);
      const reading = performance.now() - begun;
      let heldUp = Number.POSITIVE_INFINITY;
      // A busy machine does not pause each time; a thread that reads is held up each time.
      for (let run = 1; run <= 5 && heldUp >= reading / 2; run += 1) {
        const delay = monitorEventLoopDelay({ resolution: 5 });
        delay.enable();
        const { status, body } = await deliver(
          portal,
          Buffer.concat([Buffer.from(`X-Run: ${run}\r\n`), bytes]),
        );
        await settled(body.id);
        delay.disable();
        heldUp = delay.max / 1e6;
        expect(status).toBe(202);
        expect((await rowOf(body.id)).outcome).toBe('held');
      }
      expect(heldUp).toBeLessThan(reading / 2);
    },
    300_000,
  );

  it('holds up no message of a client', async () => {
    const usual = readerOf(portal.payload);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    provideReader(portal.payload, {
      ...usual,
      read: async (lane, message) => {
        if (lane === 'strangers') await released;
        return usual.read(lane, message);
      },
    });
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) ids.push((await deliver(portal, inPre(1))).body.id);
    const { body } = await deliver(portal, written({ from: 'client@example.com' }));
    await settled(body.id);
    expect((await rowOf(body.id)).outcome).toBe('ticket');
    for (const id of ids) expect((await rowOf(id)).outcome).toBeNull();
    release();
    provideReader(portal.payload, usual);
    for (const id of ids) await settled(id);
  }, 300_000);
});

describe('a reader with little time or memory', () => {
  const small = Buffer.from('From: a@example.com\r\nSubject: Small\r\n\r\nHi.');

  /** In MB: the time is over before a thread needs so much. */
  const plenty = 4_096;

  it('reads what people whom the portal knows write, while strangers’ messages take its time', async () => {
    const reader = openReader({ longest: 60_000, memory: plenty });
    let settledOfStrangers = 0;
    for (let count = 0; count < 3; count += 1)
      reader
        .read('strangers', { bytes: Buffer.from(inOneLine()), envelopeSender: null, trustedAuthservId: null })
        .then(
          () => (settledOfStrangers += 1),
          () => (settledOfStrangers += 1),
        );
    const { message } = await reader.read('known', {
      bytes: Buffer.from(small),
      envelopeSender: null,
      trustedAuthservId: null,
    });
    expect(message.subject).toBe('Small');
    expect(settledOfStrangers).toBe(0);
    await reader.close();
  });

  it('unpacks the body of a provider while the portal goes on', async () => {
    const reader = openReader({ longest: 60_000, memory: plenty });
    let turns = 0;
    const clock = setInterval(() => (turns += 1), 5);
    const letters = 8_000_000;
    const json = Buffer.from(`{"RawEmail":"${'\\u0061'.repeat(letters)}"}`);
    const before = turns;
    const unpacked = await reader.unpack({ bytes: json, format: 'json' });
    clearInterval(clock);
    expect('fields' in unpacked && unpacked.fields.get('email')?.byteLength).toBe(letters);
    // In this thread there would be none.
    expect(turns - before).toBeGreaterThan(3);
    await reader.close();
  });

  it('gives a message up that takes more time, and reads the next', async () => {
    // The next one starts a thread, which takes a busy machine more than a second.
    const reader = openReader({ longest: 4_000, memory: plenty });
    const long = reader.read('strangers', {
      bytes: Buffer.from(inOneLine()),
      envelopeSender: null,
      trustedAuthservId: null,
    });
    const next = reader.read('strangers', {
      bytes: Buffer.from(small),
      envelopeSender: null,
      trustedAuthservId: null,
    });
    await expect(long).rejects.toThrow('takes more than 4 seconds');
    expect((await next).message.subject).toBe('Small');
    await reader.close();
  });

  it('gives a message up that takes more memory, and the process goes on', async () => {
    const reader = openReader({ longest: 60_000, memory: 48 });
    const lines = Buffer.from(hostile('text/plain', `${'a'.repeat(61)}\r\n`.repeat(500_000)));
    await expect(
      reader.read('strangers', { bytes: lines, envelopeSender: null, trustedAuthservId: null }),
    ).rejects.toThrow('takes more than 48 MB');
    expect(
      (
        await reader.read('strangers', {
          bytes: Buffer.from(small),
          envelopeSender: null,
          trustedAuthservId: null,
        })
      ).message,
    ).toMatchObject({ subject: 'Small' });
    await reader.close();
  });

  it('gives a message up at once that exceeds the stack', async () => {
    const reader = openReader({ longest: 60_000, memory: 512 });
    const deep = Buffer.from(hostile('text/plain', '>'.repeat(30_000_000)));
    const error = await reader
      .read('strangers', { bytes: deep, envelopeSender: null, trustedAuthservId: null })
      .catch((given) => given);
    expect(isUnreadableMessage(error)).toBe(true);
    await reader.close();
  });

  it('lets the message fail, with its sender and the reason, and keeps it', async () => {
    const usual = readerOf(portal.payload);
    // The usual one reads the header, for which a busy machine needs its time.
    const impatient = openReader({ longest: 2_000, memory: plenty });
    provideReader(portal.payload, { ...usual, read: impatient.read });
    const { body } = await deliver(portal, inOneLine());
    await settled(body.id);
    await impatient.close();
    provideReader(portal.payload, usual);
    expect(await rowOf(body.id)).toEqual({
      outcome: 'failed',
      reason: 'To read the message takes more than 2 seconds.',
      from: expect.stringMatching(/@evil\.example$/),
      filename: expect.any(String),
    });
  });
});

it('is received whatever its size if its header does not end, and ends no process', async () => {
  const lines = `${written({ from: 'endless@evil.example' }).split('\r\n\r\n')[0]}\r\n`;
  const endless = Buffer.concat([Buffer.from(lines), Buffer.alloc(35_000_000, 'aa\n')]);
  expect(
    (await readerOf(portal.payload).identify({ bytes: endless, isSentByNoOne: false })).headers.from,
  ).toBe('endless@evil.example');
});

it('waits with strangers if its address is invented at the domain of a client', async () => {
  await portal.payload.create({
    collection: 'organizations',
    data: { name: 'Listed', domains: ['listed.example'] } as never,
    overrideAccess: true,
  });
  const known = String(people.client.email);
  const queues = await Promise.all(
    [`invented@listed.example`, known].map((address) => laneOf(portal.payload, contextOf(), address)),
  );
  expect(queues).toEqual(['strangers', 'known']);
});

it('takes no more room while it waits for its mail than it was sent with, if it is a bounce', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `<${index}${'x'.repeat(240)}@evil.example>`);
  const recipients = Array.from({ length: 1_000 }, (_, index) =>
    [`Final-Recipient: rfc822; ann${index}@evil.example`, 'Action: failed', ''].join('\r\n'),
  );
  const bounce = written({
    from: 'MAILER-DAEMON@evil.example',
    headers: [`References: ${names.join('\r\n ')}`],
    text: ['--b', 'Content-Type: message/delivery-status', '', ...recipients, '--b--'].join('\r\n'),
  }).replace('text/plain; charset=utf-8', 'multipart/report; report-type=delivery-status; boundary=b');
  const { body } = await deliver(portal, bounce);
  await settled(body.id);
  expect(await rowOf(body.id)).toMatchObject({ outcome: 'bounce' });
  const size = async () => {
    const sql = `select max(length(data::text)) as size from support_portal.jobs where queue = 'mail-events'`;
    return (await query<{ size: number | null }>(portal.databaseUrl, sql))[0]?.size ?? 0;
  };
  await expect.poll(size).toBeGreaterThan(0);
  expect(await size()).toBeLessThan(bounce.length);
});

it('reads 20 messages of a sender in an hour, whatever becomes of them, behind whatever header their sender stands', async () => {
  const filler = Array.from({ length: 4 }, (_, at) => `X-P${at}: ${'x'.repeat(90_000)}\r\n`).join('');
  const ids: string[] = [];
  for (let count = 0; count < 23; count += 1) {
    const before = count % 7 === 0 ? filler : '';
    const { body } = await deliver(portal, `${before}${written({ from: 'again@evil.example' })}`);
    await settled(body.id);
    ids.push(body.id);
  }
  const reasons = (await Promise.all(ids.map(rowOf))).map(({ reason }) => reason);
  expect(reasons).toEqual([
    ...Array.from({ length: 20 }, () => 'unknown_sender'),
    ...Array.from({ length: 3 }, () => 'too_many'),
  ]);
  // What staff have put on a ticket does not count.
  await query(
    portal.databaseUrl,
    `update inbound_mails set outcome = 'ticket', settled_by_id = (select min(id) from users) where id = $1`,
    [ids[0]],
  );
  const next = async () => {
    const { body } = await deliver(portal, written({ from: 'again@evil.example' }));
    await settled(body.id);
    return rowOf(body.id);
  };
  expect(await next()).toMatchObject({ outcome: 'held', reason: 'unknown_sender' });
  expect(await next()).toMatchObject({ outcome: 'held', reason: 'too_many' });
  await query(
    portal.databaseUrl,
    `insert into support_portal.blocked_senders (sender, user_id) values ('evil.example', $1)`,
    [String(people.administrator.id)],
  );
  expect(await next()).toMatchObject({ outcome: 'ignored', reason: 'blocked' });
});

it('takes the mail of a person in whose name others have written 20 in the hour', async () => {
  const email = 'forged@example.com';
  const data = { email, password: 'a long password', role: 'client', organization: people.organization };
  await portal.payload.create({ collection: 'users', data } as never);
  const outcomeOf = async (dmarc: 'pass' | 'fail') => {
    const { body } = await deliver(portal, written({ from: email, dmarc }));
    await settled(body.id);
    const { outcome, reason } = await rowOf(body.id);
    return reason ?? outcome;
  };
  for (let count = 0; count < 20; count += 1) expect(await outcomeOf('fail')).toBe('authentication_failed');
  expect(await outcomeOf('fail')).toBe('too_many');
  expect(await outcomeOf('pass')).toBe('ticket');
  // Proven ones have a limit of their own.
  await query(
    portal.databaseUrl,
    `update inbound_mails set authentication = 'pass' where "from" = $1 and reason = 'authentication_failed'`,
    [email],
  );
  expect(await outcomeOf('pass')).toBe('too_many');
});

it('asks nothing more about a message that the trusted server has judged', async () => {
  const usual = readerOf(portal.payload);
  provideReader(portal.payload, { ...usual, authenticate: () => Promise.reject(new Error('It was asked.')) });
  const { body } = await deliver(portal, written({ from: 'ann@judged.example' }));
  await settled(body.id);
  expect(await rowOf(body.id)).toMatchObject({ outcome: 'held', reason: 'unknown_sender' });
  provideReader(portal.payload, usual);
});

it('lets 20 messages of a sender whose domain does not respond wait, and holds the others', async () => {
  const usual = readerOf(portal.payload);
  provideReader(portal.payload, {
    ...usual,
    read: async (...given) => ({ ...(await usual.read(...given)), judgement: 'untold' }),
    authenticate: () => Promise.reject(new UnansweredDns('DNS did not answer.')),
  });
  const ids: string[] = [];
  for (let count = 0; count < 22; count += 1) {
    const { body } = await deliver(portal, written({ from: 'ann@silent.example' }));
    ids.push(body.id);
  }
  for (const id of ids.slice(20)) await settled(id);
  const rows = await Promise.all(ids.map(rowOf));
  expect(rows.map(({ reason }) => reason)).toEqual([...Array(20).fill(null), ...Array(2).fill('too_many')]);
  provideReader(portal.payload, usual);
  // None of them is lost.
  for (const id of ids.slice(0, 20)) await settled(id);
});

it('takes the signed mail of a person in whose name others have written 20, where no server judges', async () => {
  const email = 'unjudged@signed.example';
  const data = { email, password: 'a long password', role: 'client', organization: people.organization };
  await portal.payload.create({ collection: 'users', data } as never);
  const usual = readerOf(portal.payload);
  provideReader(portal.payload, {
    ...usual,
    judge: async () => 'untold',
    read: async (...given) => ({ ...(await usual.read(...given)), judgement: 'untold' }),
  });
  const dns = await useTestDns();
  dns.set('s1._domainkey.signed.example', [keyRecord]);
  const outcomeOf = async (message: string | Uint8Array) => {
    const { body } = await deliver(portal, message);
    await settled(body.id);
    const { outcome, reason } = await rowOf(body.id);
    return reason ?? outcome;
  };
  try {
    for (let count = 0; count < 20; count += 1)
      expect(await outcomeOf(written({ from: email }))).toBe('ticket');
    const forged = Buffer.from(written({ from: email }));
    const broken = Buffer.concat([await brokenSignature(forged, 'signed.example'), forged]);
    expect(await outcomeOf(broken)).toBe('too_many');
    const genuine = Buffer.from(written({ from: email }));
    expect(await outcomeOf(await signed(genuine, 'signed.example'))).toBe('ticket');
    // A check without a response leaves the message to staff.
    dns.set('s1._domainkey.signed.example', 'SERVFAIL');
    const late = Buffer.from(written({ from: email }));
    expect(await outcomeOf(await signed(late, 'signed.example'))).toBe('too_many');
  } finally {
    await dns.close();
    provideReader(portal.payload, usual);
  }
});

it('looks at each file of a message once, however many of them are refused, and keeps nothing of those', async () => {
  // As a hook of an app: it refuses a file whose bytes are stored.
  portal.payload.collections.files?.config.hooks.afterChange.push(({ doc }) => {
    if (doc.name.startsWith('late')) throw new APIError('Too late.', 403);
  });
  const names = ['virus', 'good', 'large', 'late'].flatMap((kind) =>
    [1, 2, 3].map((at) => `${kind}${at}.txt`),
  );
  const attachments = Object.fromEntries(
    names.map((name) => [name, name.startsWith('large') ? 'x'.repeat(1_001) : name]),
  );
  scanned.length = 0;
  const { body } = await deliver(portal, written({ from: 'client@example.com', attachments }));
  await settled(body.id);
  const isOf = (kind: string) => (name: string) => name.startsWith(kind);
  expect(scanned).toEqual(names.filter((name) => !isOf('large')(name)));
  const [row] = await query<{ notes: string[] }>(
    portal.databaseUrl,
    `select outcome, (select array_agg(name order by id) from files where ticket_id = m.ticket_id) as files,
       (select array_agg(text) from ticket_replies where ticket_id = m.ticket_id) as notes
     from inbound_mails m where id = $1`,
    [body.id],
  );
  expect(row).toEqual({ outcome: 'ticket', files: names.filter(isOf('good')), notes: [expect.any(String)] });
  const lines = String(row?.notes).split('\n- ');
  expect(lines.slice(1).map((line) => line.split(': ')[0])).toEqual(
    names.filter((name) => !isOf('good')(name)),
  );
  expect(lines).toContain('virus1.txt: It holds a virus.');
  expect(lines).toContain('late1.txt: Too late.');
  const stored = await query<{ filename: string }>(portal.databaseUrl, 'select filename from files');
  expect(bytesOnDisk(portal).stored).toEqual(stored.map(({ filename }) => filename).toSorted());
  await expect.poll(() => bytesOnDisk(portal).waiting).toEqual([]);
});
