import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginTry, endTry } from '../../../src/core/ui/requests/secondTry.ts';

afterEach(() => void vi.useRealTimers());

describe('a change whose response was lost', () => {
  it('has the same key at its second try, until a response is here', () => {
    const first = beginTry('/transfers', 'a');
    const second = beginTry('/transfers', 'a');
    expect(second.key).toBe(first.key);
    endTry('/transfers', second, true);
    expect(beginTry('/transfers', 'a').key).not.toBe(first.key);
  });

  it('is another one with other content, or of another record', () => {
    const first = beginTry('/transfers/7/send', 'send 7');
    expect(beginTry('/transfers/8/send', 'send 7').key).not.toBe(first.key);
    expect(beginTry('/transfers/7/send', 'send 7').key).toBe(first.key);
    expect(beginTry('/transfers/7/links', 'link').key).not.toBe(first.key);
  });

  it('is a new one if another change of the record came between', () => {
    const closed = beginTry('/upload-requests/7/close', 'close');
    const reopened = beginTry('/upload-requests/7/reopen', 'reopen');
    endTry('/upload-requests/7/reopen', reopened, true);
    expect(beginTry('/upload-requests/7/close', 'close').key).not.toBe(closed.key);
  });

  it('is not ended by the response to an earlier one', () => {
    const late = beginTry('/webhooks/7?status=draft', 'late');
    const lost = beginTry('/webhooks/7', 'lost');
    endTry('/webhooks/7', late, true);
    expect(beginTry('/webhooks/7', 'lost').key).toBe(lost.key);
  });

  it('is meant anew a minute later', () => {
    vi.useFakeTimers();
    const path = '/transfers/7/recipients/1/resend';
    const first = beginTry(path, 'resend');
    // A slow request is still the same one.
    vi.advanceTimersByTime(600_000);
    endTry(path, first, false);
    vi.advanceTimersByTime(59_000);
    const second = beginTry(path, 'resend');
    expect(second.key).toBe(first.key);
    endTry(path, second, false);
    vi.advanceTimersByTime(61_000);
    expect(beginTry(path, 'resend').key).not.toBe(first.key);
  });
});
