import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftStore, emptyBody } from '../../../src/features/tickets/admin/page/draft/draft.ts';
import { followFate, timeUntilKnown } from '../../../src/features/tickets/admin/page/draft/fate.ts';
import { markSending, unmarkSending } from '../../../src/features/tickets/admin/page/draft/submissions.ts';
import {
  mayLeave,
  type ReplyRequest,
  submitHeld,
} from '../../../src/features/tickets/admin/sending/heldReply.ts';

const request = vi.fn<typeof fetch>();

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('fetch', request);
  vi.stubGlobal('document', { hidden: false });
  vi.useFakeTimers();
});

afterEach(() => {
  request.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const portalRoute = { route: 'http://portal.example/api', person: 7 };
const respond = (status: number, body: unknown) =>
  request.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status }));

const long = (letters: string): ReplyRequest => ({
  ...{ body: emptyBody, internal: false, file_ids: [], mentions: [], status: null },
  ...{ key: letters, author_id: '1', seen_reply_id: null, seen_recipient_ids: [] },
});

it('replies leave with their page if all of them together are short enough in bytes', () => {
  expect(mayLeave([])).toBe(true);
  expect(mayLeave([long('a'.repeat(50_000))])).toBe(true);
  expect(mayLeave([long('長'.repeat(23_000))])).toBe(false);
  const three = Array<ReplyRequest>(3).fill(long('a'.repeat(25_000)));
  expect([mayLeave(three.slice(1)), mayLeave(three)]).toEqual([true, false]);
});

it('a held reply that another page has taken back is not sent, also when its own page is closed', async () => {
  const mark = { ticket: '3', person: 7, key: 'k' };
  const reply = { ...mark, portalRoute, page: '/admin', request: long('k') };
  const body = {
    root: { ...emptyBody.root, children: [{ type: 'text', version: 1, text: 'Old.' } as never] },
  };
  const draft = { body, files: [], internal: false, mentions: [], key: 'of the draft', at: '' };
  draftStore('3', 7).write(draft);
  markSending({ ...mark, body, file_ids: [], internal: false, until: new Date() });
  unmarkSending(mark);
  expect(await submitHeld(reply, false)).toBeNull();
  expect(await submitHeld(reply, true)).toBeNull();
  expect(request).not.toHaveBeenCalled();

  markSending({ ...mark, body, file_ids: [], internal: false, until: new Date() });
  respond(201, { id: '1' });
  expect(await submitHeld(reply, false)).toMatchObject({ ok: true });
  // A browser that has begun to keep nothing does not take it back.
  vi.stubGlobal('localStorage', undefined);
  respond(201, { id: '1' });
  expect(await submitHeld(reply, true)).toMatchObject({ ok: true });
});

it('the portal is asked for a submission after its time, at most as long as that can be', () => {
  const inSeconds = (seconds: number) =>
    timeUntilKnown({ until: new Date(Date.now() + seconds * 1_000).toISOString() });
  expect([-60, 0, 10, 30].map(inSeconds)).toEqual([0, 3_000, 13_000, 33_000]);
  // The clock was set back.
  expect(inSeconds(7_200)).toBe(33_000);
});

it('the portal is asked until it tells, also that the ticket is out of reach', async () => {
  const tell = vi.fn();
  respond(503, {});
  respond(404, { error: 'not_found', message: 'There is none.' });
  const end = followFate(portalRoute, { ticket: 3, key: 'k', until: new Date().toISOString() }, tell);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([request.mock.calls.length, tell.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(request).toHaveBeenCalledTimes(2);
  expect(tell).toHaveBeenCalledExactlyOnceWith('gone');
  // It has come back.
  respond(200, { id: '7' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(request).toHaveBeenCalledTimes(3);
  expect(tell).toHaveBeenLastCalledWith('sent');
  end();
});
