import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginTry as begin, endTry as end, recordOf } from '../../../src/core/ui/requests/secondTry.ts';

const beginTry = (path: string, content: string, isForm: boolean) => begin(recordOf(path), content, isForm);
const endTry = (path: string, ended: ReturnType<typeof begin>, isAnswered: boolean) =>
  end(recordOf(path), ended, isAnswered);

afterEach(() => void vi.useRealTimers());

describe('a change whose response was lost', () => {
  it('has the same key at its second try, until a response is here', () => {
    const first = beginTry('/transfers', 'a', false);
    const second = beginTry('/transfers', 'a', false);
    expect(second.key).toBe(first.key);
    endTry('/transfers', second, true);
    expect(beginTry('/transfers', 'a', false).key).not.toBe(first.key);
  });

  it('is another one with other content, or of another record', () => {
    const first = beginTry('/transfers/7/send', 'send 7', false);
    expect(beginTry('/transfers/8/send', 'send 7', false).key).not.toBe(first.key);
    expect(beginTry('/transfers/7/send', 'send 7', false).key).toBe(first.key);
    expect(beginTry('/transfers/7/links', 'link', false).key).not.toBe(first.key);
  });

  it('is a new one if another change of the record came between', () => {
    const closed = beginTry('/upload-requests/7/close', 'close', false);
    const reopened = beginTry('/upload-requests/7/reopen', 'reopen', false);
    endTry('/upload-requests/7/reopen', reopened, true);
    expect(beginTry('/upload-requests/7/close', 'close', false).key).not.toBe(closed.key);
  });

  it('is not ended by the response to an earlier one', () => {
    const late = beginTry('/webhooks/7?status=draft', 'late', false);
    const lost = beginTry('/webhooks/7', 'lost', false);
    endTry('/webhooks/7', late, true);
    expect(beginTry('/webhooks/7', 'lost', false).key).toBe(lost.key);
  });

  it('is the same one for good if it is a form', () => {
    vi.useFakeTimers();
    const first = beginTry('/upload-requests', 'typed', true);
    endTry('/upload-requests', first, false);
    vi.advanceTimersByTime(3_600_000);
    expect(beginTry('/upload-requests', 'typed', true).key).toBe(first.key);
  });

  it('is meant anew a minute later if it is a click', () => {
    vi.useFakeTimers();
    const path = '/transfers/7/recipients/1/resend';
    const first = beginTry(path, 'resend', false);
    // A slow request is still the same one.
    vi.advanceTimersByTime(600_000);
    endTry(path, first, false);
    vi.advanceTimersByTime(59_000);
    const second = beginTry(path, 'resend', false);
    expect(second.key).toBe(first.key);
    endTry(path, second, false);
    vi.advanceTimersByTime(61_000);
    expect(beginTry(path, 'resend', false).key).not.toBe(first.key);
  });
});
