import { describe, expect, it } from 'vitest';
import { errorClasses } from '../../../src/core/outgoing/outcome.ts';
import { changesOf } from '../../../src/features/webhooks/admin/changesOf.ts';
import {
  describeDisabled,
  describeOwner,
  describeWebhook,
  hintOf,
} from '../../../src/features/webhooks/admin/describeWebhook.ts';
import { englishTexts as t } from '../../support/texts.ts';

const fresh = {
  status: 'enabled',
  disabled_reason: null,
  failing_since: null,
  last_success: null,
  last_failure: null,
} as const;
const moment = new Date();

describe('the health of a webhook', () => {
  it('is unknown before anything was sent', () => {
    expect(describeWebhook(fresh, t).words).toBe('Not used yet');
  });

  it('is good once a delivery succeeded, and bad from the first that failed since', () => {
    expect(describeWebhook({ ...fresh, last_success: moment, last_failure: moment }, t).tone).toBe('good');
    expect(describeWebhook({ ...fresh, last_success: moment, failing_since: moment }, t).tone).toBe('bad');
    expect(describeWebhook({ ...fresh, last_failure: moment }, t).tone).toBe('warning');
  });

  it('says who disabled it, and is an alarm only if no one meant to', () => {
    const disabled = { ...fresh, status: 'disabled', failing_since: moment } as const;
    expect(describeWebhook({ ...disabled, disabled_reason: 'owner' }, t).tone).toBe('neutral');
    expect(describeWebhook({ ...disabled, disabled_reason: 'gone' }, t).tone).toBe('bad');
    expect(describeDisabled({ ...disabled, disabled_reason: 'gone' }, t)).toContain('410');
    expect(describeDisabled({ ...disabled, disabled_reason: 'failing' }, t)).toContain('5 days');
    expect(describeDisabled(fresh, t)).toBeNull();
  });

  it('says who registered it, and whether they have left', () => {
    const owner = { email: 'ann@example.com', mayStillSee: true };
    expect(describeOwner(owner, t)).toBe('Registered by ann@example.com.');
    expect(describeOwner({ ...owner, mayStillSee: false }, t)).toContain('may no longer see these events');
    expect(describeOwner(null, t)).toContain('deleted');
  });

  it('has a hint for every class of error', () => {
    for (const one of errorClasses) expect(hintOf(one, t)).toBeTruthy();
    expect(hintOf('a class of tomorrow', t)).toBeNull();
  });
});

describe('a change of a webhook', () => {
  const webhook = { url: 'https://a.example', events: ['ticket.created', 'file.uploaded'] } as const;

  it('is what differs, so that an address that stays is not checked once more', () => {
    expect(changesOf(webhook, { ...webhook, events: ['*'] })).toEqual({ events: ['*'] });
    expect(changesOf(webhook, { ...webhook, url: 'https://b.example' })).toEqual({
      url: 'https://b.example',
    });
    expect(changesOf(webhook, { ...webhook, events: [] })).toEqual({ events: [] });
  });

  it('is none if all stays, in whatever order', () => {
    expect(changesOf(webhook, { ...webhook, events: ['file.uploaded', 'ticket.created'] })).toBeNull();
  });
});
