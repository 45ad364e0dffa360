import { expect, it } from 'vitest';
import { mergeStatusNotices } from '../../../src/features/tickets/followers/enqueueNotices.ts';
import type { TicketNotice } from '../../../src/features/tickets/notices/notices.ts';
import type { Status } from '../../../src/features/tickets/vocabulary.ts';

const [requesterId, follower, other] = [1, 2, 3];

type Waiting = Parameters<typeof mergeStatusNotices>[0]['waiting'];

/** The notices after a person has changed the status, ten minutes later unless the test says otherwise. */
const after = (actorId: number, told: Status, status: Status, waiting: Waiting = [], afterSeconds = 600) => {
  const notice: TicketNotice = { about: 'status', ticketId: 7, replyId: null, actorId, told };
  const jobs = mergeStatusNotices({
    notice,
    status,
    requesterId,
    followers: [follower, other],
    afterSeconds,
    waiting,
  });
  return jobs.map(({ data, afterSeconds: seconds = 0 }) => ({ data, afterSeconds: seconds }));
};

const told = (jobs: Waiting) =>
  jobs.map(({ data, afterSeconds }) => [data.followerId ?? null, data.told, data.actorId, afterSeconds]);

it('one notice for everyone but the actor', () => {
  expect(told(after(9, 'open', 'closed', [], 0))).toEqual([
    [null, 'open', 9, 0],
    [follower, 'open', 9, 0],
    [other, 'open', 9, 0],
  ]);
  expect(told(after(follower, 'open', 'closed')).map(([id]) => id)).toEqual([null, other]);
  expect(told(after(requesterId, 'open', 'closed')).map(([id]) => id)).toEqual([follower, other]);
});

it('none for a status that was told last, however often it changes in between', () => {
  const closed = after(requesterId, 'open', 'closed');
  expect(after(requesterId, 'closed', 'open', closed)).toEqual([]);
  const resolved = after(9, 'open', 'resolved', [], 60);
  expect(told(after(9, 'resolved', 'closed', resolved))).toEqual([
    [null, 'open', 9, 60],
    [follower, 'open', 9, 60],
    [other, 'open', 9, 60],
  ]);
});

it('a change of the team does not wait for that of a client', () => {
  const closed = after(requesterId, 'resolved', 'closed');
  expect(told(after(9, 'closed', 'in_progress', closed, 0)).map(([, , , seconds]) => seconds)).toEqual([
    0, 0, 0,
  ]);
});

it('a person who changed it is told of the next change by someone else', () => {
  const closed = after(follower, 'open', 'closed');
  expect(told(after(other, 'closed', 'open', closed))).toEqual([[follower, 'closed', other, 600]]);
});
