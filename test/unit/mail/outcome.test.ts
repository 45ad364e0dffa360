import { describe, expect, it } from 'vitest';
import {
  type ChainResult,
  describeOutcome,
  failedWithoutTransport,
} from '../../../src/features/mail/chain/chain.ts';

const mail = { recipients: ['a@x.io', 'b@y.io', 'c@z.io'] };

const refusedBy = (error: string, ...recipients: string[]) =>
  recipients.map((recipient) => ({ recipient, error }));

describe('the outcome of a mail', () => {
  it('is sent if every recipient was accepted', () => {
    const result: ChainResult = {
      outcome: 'accepted',
      messageId: 'id-1',
      response: '250 queued',
      refused: [],
      transport: 'smtp',
      fallback: null,
    };
    expect(describeOutcome(result, mail)).toEqual({
      status: 'sent',
      transport: 'smtp',
      error: null,
      messageId: 'id-1',
      response: '250 queued',
      fallback: null,
      accepted: mail.recipients,
      rejected: [],
    });
  });

  it('is failed, but keeps its id, if only some were accepted: the error says who', () => {
    const refused = [...refusedBy('550 5.1.1 no', 'b@y.io'), ...refusedBy('451 4.3.0 later', 'c@z.io')];
    const result: ChainResult = {
      outcome: 'accepted',
      messageId: 'id-1',
      response: '250 queued',
      refused,
      transport: 'smtp',
      fallback: null,
    };
    expect(describeOutcome(result, mail)).toMatchObject({
      status: 'failed',
      error: 'Refused: b@y.io (550 5.1.1 no), c@z.io (451 4.3.0 later). Accepted: a@x.io.',
      messageId: 'id-1',
      accepted: ['a@x.io'],
      rejected: ['b@y.io', 'c@z.io'],
    });
  });

  it('is failed, with the last error as it is, if no recipient was accepted', () => {
    const fallback = [{ transport: 'proxy', error: 'HTTP 503' }];
    const undeliverable = refusedBy('550 no', 'a@x.io');
    const result: ChainResult = {
      outcome: 'refused',
      error: 'All: 550 no',
      undeliverable,
      transport: 'smtp',
      fallback,
    };
    expect(describeOutcome(result, mail)).toEqual({
      status: 'failed',
      transport: 'smtp',
      error: 'All: 550 no',
      messageId: null,
      response: null,
      fallback,
      accepted: [],
      rejected: mail.recipients,
    });
  });

  it('adds the recipients that another transport refused, which the last error does not mention', () => {
    const undeliverable = refusedBy('550 no', 'a@x.io');
    const result: ChainResult = {
      outcome: 'refused',
      error: 'exit code 3',
      undeliverable,
      transport: 'phpmail',
      fallback: null,
    };
    expect(describeOutcome(result, mail).error).toBe('exit code 3 (refused: a@x.io (550 no))');
  });

  it('is failed, and calls no recipient rejected, where it is unknown', () => {
    const error = 'Outcome unknown: silence';
    expect(
      describeOutcome({ outcome: 'unknown', error, transport: 'smtp', fallback: null }, mail),
    ).toMatchObject({
      status: 'failed',
      error,
      messageId: null,
      accepted: [],
      rejected: [],
    });
  });

  it("begins with the mark of an open outcome, whoever's transport it was", () => {
    const result: ChainResult = { outcome: 'unknown', error: 'no answer', transport: 'own', fallback: null };
    expect(describeOutcome(result, mail).error).toBe('Outcome unknown: no answer');
  });

  it('is accepted for no recipient if a transport accepts a mail and rejects every recipient', () => {
    const result: ChainResult = {
      outcome: 'accepted',
      messageId: 'id-1',
      response: null,
      refused: refusedBy('no', ...mail.recipients),
      transport: 'own',
      fallback: null,
    };
    expect(describeOutcome(result, mail)).toMatchObject({
      status: 'failed',
      error: 'Refused: a@x.io (no), b@y.io (no), c@z.io (no).',
      messageId: null,
      accepted: [],
      rejected: mail.recipients,
    });
  });

  it('has no transport if none saw the mail', () => {
    expect(failedWithoutTransport('The mail has no recipient.')).toEqual({
      status: 'failed',
      transport: null,
      error: 'The mail has no recipient.',
      messageId: null,
      response: null,
      fallback: null,
      accepted: [],
      rejected: [],
    });
  });
});
