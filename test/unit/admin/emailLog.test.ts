import { describe, expect, it } from 'vitest';
import {
  describeProof,
  describeStatus,
  isWeakProof,
} from '../../../src/features/email-log/admin/describeEmail.ts';
import {
  isChosen,
  quickFilters,
  readListing,
  withoutQuickFilter,
} from '../../../src/features/email-log/admin/list/listing.ts';
import { isConfirmed, needsTyping } from '../../../src/features/email-log/admin/list/usePurge.ts';
import { hintFor } from '../../../src/features/email-log/admin/mail/errorHints.ts';
import { germanTexts, englishTexts as t } from '../../support/texts.ts';

const now = new Date('2026-03-02T12:00:00Z');

describe('what a row says of a mail', () => {
  const sent = { status: 'sent', error: null, messageId: 'id' } as const;
  const failed = { status: 'failed', error: 'no', messageId: null } as const;

  it.each([
    ['proxy', /accepted the mail and reported success/],
    ['smtp', /SMTP server accepted the mail/],
    ['phpmail', /does not prove that it ever left/],
    ['sendgrid', /transport sendgrid accepted the mail/],
  ])('tells what sent proves for %s', (transport, words) => {
    expect(describeProof({ ...sent, transport }, t)).toMatch(words);
    expect(isWeakProof({ status: 'sent', transport })).toBe(transport === 'phpmail');
  });

  it('tells failures apart by what is known', () => {
    expect(describeProof({ ...failed, transport: null }, t)).toMatch(/No transport was tried/);
    expect(describeProof({ ...failed, transport: 'smtp' }, t)).toMatch(/no one got it/);
    expect(describeProof({ ...failed, transport: 'smtp', messageId: 'id' }, t)).toMatch(/Some recipients/);
    expect(describeProof({ ...failed, transport: 'smtp', error: 'Outcome unknown: reset' }, t)).toMatch(
      /outcome is unknown/,
    );
  });

  it('names a fallback, but not if that failed too', () => {
    expect(describeStatus({ status: 'sent', hasFallback: false }, t)).toEqual({
      tone: 'good',
      words: 'Sent',
    });
    expect(describeStatus({ status: 'sent', hasFallback: true }, t).words).toBe('Sent by fallback');
    expect(describeStatus({ status: 'failed', hasFallback: true }, t).tone).toBe('bad');
  });
});

describe('the hint for an error', () => {
  it.each([
    ['535 5.7.8 Username and Password not accepted', /rejected the login/],
    ['530 5.7.0 Must issue a STARTTLS command first', /TLS or a login first/],
    ['550 5.1.1 <x@y.z>: Recipient address rejected: User unknown', /does not know this recipient/],
    ['552 5.2.2 Mailbox full', /mailbox is full/],
    ['552 5.3.4 Message too big', /larger than/],
    ['451 4.7.1 Greylisted', /temporary/],
    ['550 5.7.26 Unauthenticated mail, DMARC', /not authenticated/],
    ['554 5.7.1 Relay access denied', /does not send for this sender/],
    ['554 5.7.1 Blocked by spamhaus', /considers the mail spam/],
    ['553 5.1.8 Sender address rejected', /rejected the sender/],
    ['554 5.7.1 Policy', /its own rules/],
    ['connect ECONNREFUSED 10.0.0.1:25', /Nothing listens/],
    ['getaddrinfo ENOTFOUND smtp.example.com', /name was not found/],
    ['Connection timed out', /did not answer in time/],
    ['self-signed certificate', /could not be trusted/],
    ['HTTP 401', /rejected the token/],
    ['HTTP 429', /limit is used up/],
  ])('for %s', (error, advice) => {
    expect(hintFor(error, t)).toMatch(advice);
  });

  it('is in the reader’s language', () => {
    expect(hintFor('552 5.2.2 Mailbox full', germanTexts)).toMatch(/Postfach .* ist voll/);
  });

  it('is none where nothing is known', () => {
    expect(hintFor('The moon was in the wrong house', t)).toBeNull();
  });
});

describe('the list’s address', () => {
  it('reads as the filter of the REST endpoint', () => {
    const { filter, page, problems } = readListing(
      { to: 'ann', until: '2026-03-01', page: '3', limit: '25' },
      now,
      t,
    );
    expect(filter).toMatchObject({ to: 'ann', before: new Date('2026-03-02T00:00:00Z') });
    expect({ page, problems }).toEqual({ page: 3, problems: [] });
  });

  it('takes the last 24 hours to the second', () => {
    expect(readListing({ period: '24h' }, now, t).filter.from).toEqual(new Date('2026-03-01T12:00:00Z'));
  });

  it('says in a sentence what is wrong, and falls back on page 1', () => {
    expect(readListing({ since: '2026-02-30' }, now, t).problems).toEqual([
      'First day: Enter a day that exists, as YYYY-MM-DD.',
    ]);
    expect(readListing({ since: '2026-02-30' }, now, germanTexts).problems).toEqual([
      expect.stringMatching(/^Erster Tag: /),
    ]);
    expect(readListing({ page: '-4' }, now, t).page).toBe(1);
    expect(readListing({ page: 'x' }, now, t).page).toBe(1);
  });

  it('keeps ready-made filters apart from the others', () => {
    const given = { to: 'ann', status: 'failed' };
    expect(withoutQuickFilter(given)).toEqual({ to: 'ann' });
    expect(quickFilters.filter((quick) => isChosen(quick, given)).map(({ text }) => t(text))).toEqual([
      'Failed',
    ]);
    expect(quickFilters.filter((quick) => isChosen(quick, { ...given, fallback: 'true' }))).toEqual([]);
  });
});

describe('the last question of a purge', () => {
  it('wants the number typed above 1000 rows', () => {
    expect(needsTyping(1000)).toBe(false);
    expect(needsTyping(1001)).toBe(true);
    expect(isConfirmed(1000, '')).toBe(true);
    expect(isConfirmed(1001, '')).toBe(false);
    expect(isConfirmed(1001, '1002')).toBe(false);
    expect(isConfirmed(12_345, '12 345')).toBe(true);
    expect(isConfirmed(12_345, '12,345')).toBe(true);
  });
});
