import { expect, it } from 'vitest';
import { emptyBody } from '../../../src/features/tickets/admin/page/draft/draft.ts';
import { mayLeave, type ReplyRequest } from '../../../src/features/tickets/admin/sending/heldReply.ts';

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
