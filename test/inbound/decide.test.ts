import { describe, expect, it } from 'vitest';
import { copiedAddresses } from '../../src/features/inbound/acting/copied.ts';
import { decide, type Facts } from '../../src/features/inbound/decision/decide.ts';
import { pauseAfter } from '../../src/features/inbound/imap/mailboxReader.ts';
import { readRecipients } from '../../src/features/inbound/message/header/mailboxes.ts';
import { forgottenBefore } from '../../src/features/inbound/storage/prune.ts';

const facts: Facts = {
  author: { kind: 'one', address: 'ann@example.com' },
  authentication: 'pass',
  senders: [],
  domainOf: [],
  tickets: [],
  mayReply: false,
  hasForeignToken: false,
};

const tickets = [
  { id: 1, organization: 1 },
  { id: 2, organization: 1 },
];

const personOf = (role: 'client' | 'editor') =>
  ({ principal: { role, organizations: [1], withheld: [] } }) as unknown as Facts['senders'][number];

describe('a message', () => {
  it('without a sender has failed, whatever else it says', () => {
    expect(decide({ ...facts, author: { kind: 'none' }, tickets, authentication: 'fail' })).toEqual({
      kind: 'failed',
      reason: 'The message has no sender: its From is missing or empty.',
    });
  });

  it('that names two tickets waits for staff', () => {
    expect(decide({ ...facts, tickets })).toEqual({ kind: 'held', reason: 'ambiguous' });
  });

  it('on a ticket is a reply of a person who may write one, and of no other', () => {
    const [ticket] = tickets;
    const ann = personOf('client');
    const named = { ...facts, senders: [ann], tickets: tickets.slice(0, 1) };
    expect(decide({ ...named, mayReply: true })).toEqual({ kind: 'reply', ticket, sender: ann });
    expect(decide(named)).toEqual({ kind: 'held', reason: 'not_a_participant' });
  });

  it('of no known person is a ticket of the one client whose domain it is', () => {
    expect(decide({ ...facts, domainOf: [1] })).toEqual({ kind: 'ticket', organization: 1, sender: null });
    expect(decide({ ...facts, domainOf: [1, 2] })).toEqual({ kind: 'held', reason: 'ambiguous' });
    expect(decide(facts)).toEqual({ kind: 'held', reason: 'unknown_sender' });
  });

  it('that the domain of its author disowns waits for staff, whatever it names', () => {
    const held = { kind: 'held', reason: 'authentication_failed' };
    const named = { ...facts, senders: [personOf('client')], tickets: tickets.slice(0, 1), mayReply: true };
    expect(decide({ ...facts, authentication: 'fail', domainOf: [1] })).toEqual(held);
    expect(decide({ ...named, authentication: 'fail' })).toEqual(held);
  });

  it('of staff is a reply only if its authentication passed; of a client, also without any', () => {
    const named = { ...facts, senders: [personOf('editor')], tickets: tickets.slice(0, 1), mayReply: true };
    expect(decide(named).kind).toBe('reply');
    const held = { kind: 'held', reason: 'authentication_failed' };
    expect(decide({ ...named, authentication: 'none' })).toEqual(held);
    const ofClient = { ...named, senders: [personOf('client')] };
    expect(decide({ ...ofClient, authentication: 'none' }).kind).toBe('reply');
  });

  it('to a reply address of no one of its ticket waits for staff', () => {
    const held = { kind: 'held', reason: 'not_a_participant' };
    expect(decide({ ...facts, hasForeignToken: true, domainOf: [1] })).toEqual(held);
  });
});

describe('the addresses in Cc', () => {
  const copied = (...values: string[]) => copiedAddresses({ headers: new Map([['cc', values]]) });

  it('are those of all fields, each once, in small letters', () => {
    expect(copied('Ann <Ann@example.com>, "b, c" <bob@example.com>', 'ann@EXAMPLE.com')).toEqual([
      'ann@example.com',
      'bob@example.com',
    ]);
  });

  it('are none for what is no address', () => {
    expect(copied('undisclosed-recipients:;', 'nobody', '')).toEqual([]);
    expect(copiedAddresses({ headers: new Map() })).toEqual([]);
  });

  it('are 50 at most', () => {
    const many = Array.from({ length: 60 }, (_, at) => `person${at}@example.com`);
    expect(copied(many.join(', '))).toEqual(many.slice(0, 50));
  });

  it('are not read beyond the beginning of a very long field', () => {
    const named = Array.from({ length: 400 }, (_, at) => `"${'x'.repeat(500)}" <person${at}@example.com>`);
    const read = readRecipients((name) => (name === 'cc' ? [named.join(', ')] : []));
    expect(read).toEqual(read.map((_, at) => `person${at}@example.com`));
    expect([read.length > 100, read.length < 400]).toEqual([true, true]);
  });

  it('are not looked for beyond the beginning of a field', () => {
    const long = 'undisclosed, '.repeat(2_000);
    expect(copied(`ann@example.com, ${long}bob@example.com`)).toEqual(['ann@example.com']);
  });
});

describe('a message in a mailbox', () => {
  const day = 24 * 60 * 60 * 1000;
  const ago = (days: number) => new Date(Date.now() - days * day);

  it('may be forgotten if its row may have ended', () => {
    const before = forgottenBefore({ retentionDays: 365 }, ago(1));
    expect(Math.round((Date.now() - Number(before)) / day)).toBe(365);
  });

  it('is not forgotten if it came since the mailbox was last read', () => {
    const before = forgottenBefore({ retentionDays: 30 }, ago(60));
    expect(Math.round((Date.now() - Number(before)) / day)).toBe(61);
  });

  it.each([
    [30, null],
    [Number.POSITIVE_INFINITY, ago(1)],
  ])('is never forgotten: %s days, read at %s', (retentionDays, readAt) => {
    expect(forgottenBefore({ retentionDays }, readAt)).toBeNull();
  });
});

describe('the pause before a mailbox is tried again', () => {
  it('grows from failure to failure, to a minute', () => {
    const pauses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) pauses.push(pauseAfter('failed', pauses.at(-1) ?? 0));
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('is the shortest after a connection that worked, however many dropped before', () => {
    expect(pauseAfter('broken', 60_000)).toBe(2_000);
    expect(pauseAfter('broken', pauseAfter('broken', 2_000))).toBe(2_000);
  });

  it('is none if nothing failed', () => {
    expect(pauseAfter('ended', 60_000)).toBe(0);
  });
});
