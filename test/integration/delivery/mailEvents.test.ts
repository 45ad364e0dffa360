import fc from 'fast-check';
import { createLocalReq } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, type PortalContext } from '../../../src/core/context.ts';
import {
  takeEvents,
  takeWaitingEvents,
  type WaitingEvents,
} from '../../../src/features/delivery/takeEvents.ts';
import { lastBounce } from '../../../src/features/email-log/deliveries/query.ts';
import {
  type DeliveryState,
  deliveryStates,
  type EventSource,
  type MailEvent,
} from '../../../src/features/email-log/deliveries/vocabulary.ts';
import { findEmails } from '../../../src/features/email-log/reading/query.ts';
import { pruneEmails } from '../../../src/features/email-log/retention/coverage.ts';
import { tellCarriers } from '../../../src/features/mail/connectedTransports.ts';
import { mailThreadOf } from '../../../src/features/mail/interception/thread.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';

const address = 'support@example.com';

let portal: TestPortal;
let context: PortalContext;

beforeAll(async () => {
  portal = await startPortal({ portal: { workers: 'external', inbound: { address } } });
  context = contextOf(portal.payload) as PortalContext;
});

afterAll(() => portal.stop());

beforeEach(async () => {
  await query(portal.databaseUrl, 'delete from mail_deliveries; ');
  await query(portal.databaseUrl, 'delete from email_log');
  await query(portal.databaseUrl, 'delete from support_portal.jobs');
});

interface Row {
  readonly to?: string;
  readonly messageId?: string;
  readonly ticket?: string;
  readonly at?: Date;
}

const addRow = async ({
  to = 'ann@example.com',
  messageId = 'one@example.com',
  ticket,
  at = new Date(),
}: Row = {}): Promise<number> => {
  const [row] = await query<{ id: number }>(
    portal.databaseUrl,
    `insert into email_log ("to", status, created_at, message_id, related_type, related_id)
     values ($1, 'sent', $2, $3, $4, $5) returning id`,
    [to, at, messageId, ticket ? 'ticket' : null, ticket ?? null],
  );
  return row?.id ?? 0;
};

const moment = new Date('2026-11-01T10:00:00Z');

const eventOf = (event: Partial<MailEvent> = {}): MailEvent => ({
  eventId: 'event-1',
  messageIds: ['one@example.com'],
  recipient: 'ann@example.com',
  state: 'delivered',
  isPermanent: false,
  detail: null,
  at: moment,
  ...event,
});

const take = async (events: readonly MailEvent[], source: EventSource = 'resend') =>
  takeEvents(await createLocalReq({}, portal.payload), context, source, events);

const list = (filter = {}) =>
  findEmails(portal.payload, context.options.slugs, filter, { start: { offset: 0 }, perPage: 100 });

const deliveryNow = async () => (await list())[0]?.delivery;

const waiting = () =>
  query<{ data: WaitingEvents }>(
    portal.databaseUrl,
    `select data from support_portal.jobs where queue = 'mail-events'`,
  );

describe('the last mail to an address', () => {
  const last = () => lastBounce(portal.payload, context.options.slugs, 'Ann@example.com');
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1_000);
  const bounced = { state: 'bounced', isPermanent: true, detail: '550 No such user' } as const;

  it('bounced if its own events say so, however late those of an older mail come', async () => {
    await addRow({ messageId: 'old', at: hoursAgo(5) });
    await addRow({ messageId: 'new', at: hoursAgo(3) });
    await take([eventOf({ ...bounced, eventId: 'b', messageIds: ['old'], at: hoursAgo(1) })]);
    await take([eventOf({ eventId: 'd', messageIds: ['new'], at: hoursAgo(3) })]);
    expect(await last()).toBeNull();
    await take([eventOf({ ...bounced, eventId: 'c', messageIds: ['new'], at: hoursAgo(2) })]);
    expect(await last()).toMatchObject({ state: 'bounced', detail: '550 No such user' });
  });

  it('did not bounce if a later one was sent an hour ago and no one has told of it', async () => {
    await addRow({ messageId: 'old', at: hoursAgo(5) });
    await take([eventOf({ ...bounced, messageIds: ['old'] })]);
    await addRow({ messageId: 'new', at: hoursAgo(0.5) });
    expect(await last()).toMatchObject({ state: 'bounced' });
    await addRow({ messageId: 'newer', at: hoursAgo(2) });
    expect(await last()).toBeNull();
  });
});

describe('events of a mail', () => {
  it('say what became of it for each recipient, the worst first of all', async () => {
    await addRow({ to: 'Ann@Example.com, bob@example.com' });
    expect(await deliveryNow()).toBeNull();
    await take([
      eventOf({ recipient: 'ann@example.com' }),
      eventOf({
        recipient: 'bob@example.com',
        state: 'bounced',
        isPermanent: true,
        detail: '550 No such user',
      }),
    ]);
    expect(await deliveryNow()).toEqual({
      state: 'bounced',
      recipients: [
        { address: 'Ann@Example.com', state: 'delivered', at: moment.toISOString(), detail: null },
        {
          address: 'bob@example.com',
          state: 'bounced',
          at: moment.toISOString(),
          detail: '550 No such user',
        },
      ],
    });
  });

  it('are found by any of their names', async () => {
    await addRow({ messageId: 'two@example.com' });
    await take([eventOf({ messageIds: ['unknown', 'two@example.com'] })]);
    expect(await deliveryNow()).toMatchObject({ state: 'delivered' });
  });

  it('change nothing when they are told again, or at the same time', async () => {
    await addRow();
    await Promise.all(Array.from({ length: 8 }, () => take([eventOf()])));
    expect(await query(portal.databaseUrl, 'select counts from mail_deliveries')).toEqual([{ counts: true }]);
  });

  it('about an address that the mail did not go to change nothing', async () => {
    await addRow();
    await take([
      eventOf({ recipient: 'ann+tag@example.com', state: 'bounced' }),
      eventOf({ recipient: 'eve@example.com', state: 'bounced' }),
    ]);
    expect(await deliveryNow()).toBeNull();
    expect(await waiting()).toEqual([]);
  });

  it('of an address in another case count', async () => {
    await addRow({ to: 'Ann@Example.com' });
    await take([eventOf({ recipient: 'ANN@EXAMPLE.COM', state: 'bounced' })]);
    expect(await deliveryNow()).toMatchObject({ recipients: [{ address: 'Ann@Example.com' }] });
  });

  it('of an address with its domain in ASCII count for the address as it was given', async () => {
    await addRow({ to: 'eva@bücher.example' });
    await take([eventOf({ recipient: 'Eva@xn--bcher-kva.example' })]);
    expect(await deliveryNow()).toMatchObject({
      recipients: [{ address: 'eva@bücher.example', state: 'delivered' }],
    });
  });

  it('told by a bounce for an address that the mail did not go to change nothing', async () => {
    await addRow();
    await take([eventOf({ recipient: 'ann@elsewhere.example', state: 'bounced' })], 'mail');
    expect(await deliveryNow()).toBeNull();
  });

  it('never repeat a password of a transport', async () => {
    await addRow();
    tellCarriers(portal.payload, {
      connected: async () => ({ transports: null, from: null }),
      secrets: () => ['a long password'],
    });
    await take([eventOf({ state: 'bounced', detail: '535 portal:a long password is wrong' })]);
    const [row] = await query<{ detail: string }>(portal.databaseUrl, 'select detail from mail_deliveries');
    expect(row?.detail).toMatch(/^535 /);
    expect(row?.detail).not.toContain('a long password');
  });

  it('told by a bounce that names no one are about the only recipient', async () => {
    await addRow();
    await take([eventOf({ recipient: '', state: 'bounced' })], 'mail');
    expect(await deliveryNow()).toMatchObject({ recipients: [{ address: 'ann@example.com' }] });
  });

  it('told by a bounce by the Message-ID of a mail to someone else change nothing', async () => {
    const thread = mailThreadOf(portal.payload, { address, plainReplyTo: false });
    const ofAnother = thread?.newMessageId(7, 'eve@example.com') ?? '';
    await addRow({ messageId: 'the name of the provider', ticket: '7' });
    await take([eventOf({ messageIds: [ofAnother], state: 'bounced' })], 'mail');
    expect(await deliveryNow()).toBeNull();
  });

  it('find a mail that a provider calls by another name, by our own Message-ID', async () => {
    const thread = mailThreadOf(portal.payload, { address, plainReplyTo: false });
    const ours = thread?.newMessageId(7, 'ann@example.com') ?? '';
    await addRow({ messageId: thread?.newMessageId(7, 'ann@example.com') ?? '', ticket: '7' });
    const id = await addRow({ messageId: 'the name of the provider', ticket: '7' });
    await addRow({ messageId: 'of a later mail', ticket: '7', at: new Date(Date.now() + 5_000) });
    const { emails } = await take([eventOf({ messageIds: [ours], state: 'bounced' })], 'mail');
    expect(emails).toEqual([id]);
  });

  it('find by it no mail of the same ticket that went to someone else at that moment', async () => {
    const thread = mailThreadOf(portal.payload, { address, plainReplyTo: false });
    const ofAnother = thread?.newMessageId(7, 'eve@example.com') ?? '';
    await addRow({ to: 'eve@example.com', messageId: 'the name of the provider', ticket: '7' });
    await addRow({ messageId: 'another name of the provider', ticket: '7' });
    const { emails } = await take([eventOf({ messageIds: [ofAnother], state: 'bounced' })], 'mail');
    expect(emails).toEqual([]);
  });

  it('that quote a Message-ID which only looks like ours find none', async () => {
    await addRow({ messageId: 'the name of the provider', ticket: '7' });
    const forged = `t.7.${Date.now().toString(36)}0000000000000.0000000000000@example.com`;
    await take([eventOf({ messageIds: [forged], state: 'bounced' })], 'mail');
    expect(await deliveryNow()).toBeNull();
  });
});

describe('events that come before the row of their mail', () => {
  const takeWaiting = async () => {
    const jobs = await waiting();
    await query(portal.databaseUrl, 'delete from support_portal.jobs');
    for (const { data } of jobs) await takeWaitingEvents(portal.payload, context, { data });
  };

  it('wait for it', async () => {
    await take([eventOf()]);
    await takeWaiting();
    await addRow();
    expect(await deliveryNow()).toBeNull();
    await takeWaiting();
    expect(await deliveryNow()).toMatchObject({ state: 'delivered' });
    expect(await waiting()).toEqual([]);
  });

  it('wait a day', async () => {
    const since = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const events = [{ ...eventOf(), at: moment.toISOString() }];
    const waitSince = (hours: number) =>
      takeWaitingEvents(portal.payload, context, { data: { source: 'resend', events, since: since(hours) } });
    await waitSince(23);
    expect(await waiting()).toHaveLength(1);
    await query(portal.databaseUrl, 'delete from support_portal.jobs');
    await waitSince(25);
    expect(await waiting()).toEqual([]);
  });
});

/** By the contract: the latest counts, but `delivered` after a bounce that is final does not. */
const expected = (events: readonly MailEvent[]): DeliveryState | undefined => {
  const ended = Math.min(...events.filter(({ isPermanent }) => isPermanent).map(({ at }) => at.getTime()));
  const rank = ({ state }: MailEvent) => deliveryStates.indexOf(state);
  return events
    .filter(({ state, at }) => state !== 'delivered' || at.getTime() < ended)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || rank(one) - rank(other))[0]?.state;
};

const someEvents = fc
  .array(
    fc.record({
      state: fc.constantFrom(...deliveryStates),
      isFinal: fc.boolean(),
      minute: fc.nat({ max: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drawn) =>
    drawn.map(({ state, isFinal, minute }, index) =>
      eventOf({
        eventId: `event-${index}`,
        state,
        isPermanent: state === 'bounced' && isFinal,
        at: new Date(moment.getTime() + minute * 60_000),
      }),
    ),
  );

it('any order of events gives the same delivery', async () => {
  await fc.assert(
    fc.asyncProperty(someEvents, fc.infiniteStream(fc.nat()), async (events, picks) => {
      await query(portal.databaseUrl, 'delete from mail_deliveries');
      await query(portal.databaseUrl, 'delete from email_log');
      await addRow();
      const left = [...events];
      while (left.length > 0) {
        const [picked] = left.splice((picks.next().value ?? 0) % left.length, 1);
        if (picked) await take([picked]);
      }
      expect((await deliveryNow())?.state).toBe(expected(events));
    }),
    { numRuns: 60 },
  );
});

describe('the filter `delivery`', () => {
  it('finds mails by the worst of their recipients, and those of which no one has told', async () => {
    const ids: Record<string, number> = {};
    for (const state of [...deliveryStates, 'unknown'] as const) {
      ids[state] = await addRow({ to: 'ann@example.com, bob@example.com', messageId: state });
      if (state === 'unknown') continue;
      await take([
        eventOf({ messageIds: [state], state }),
        eventOf({ messageIds: [state], recipient: 'bob@example.com' }),
      ]);
    }
    for (const [delivery, id] of Object.entries(ids))
      expect((await list({ delivery })).map((row) => row.id)).toEqual([String(id)]);
  });
});

it('an address is found exactly, in any case, among the recipients', async () => {
  const wanted = await addRow({ to: 'bob@example.com, Ann@Example.com' });
  await addRow({ to: 'joann@example.com' });
  await addRow({ to: 'ann@example.com.au' });
  expect((await list({ address: 'aNN@example.com' })).map(({ id }) => id)).toEqual([String(wanted)]);
  expect(await list({ address: 'nn@example.com' })).toEqual([]);
  expect(await list({ address: '%' })).toEqual([]);
});

it('what was told of mails goes with their rows', async () => {
  await addRow({ at: new Date('2020-01-01T00:00:00Z') });
  await take([eventOf()]);

  await pruneEmails(portal.payload, context.options.slugs, { before: new Date('2021-01-01T00:00:00Z') });
  expect(await query(portal.databaseUrl, 'select 1 from mail_deliveries')).toEqual([]);
});
