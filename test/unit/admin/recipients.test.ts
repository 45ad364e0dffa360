import { expect, it } from 'vitest';
import { recipientsOf } from '../../../src/features/tickets/admin/page/composer/recipientsOf.ts';

const people = new Map([
  ['1', { getsMail: true }],
  ['2', { getsMail: false }],
  ['3', { getsMail: true }],
]);

it.each([
  [
    { requester: 1, followers: [2, 3] },
    { main: 1, others: [3], silent: [2] },
  ],
  [
    { requester: 2, followers: [3] },
    { main: null, others: [3], silent: [2] },
  ],
  // Each once, and the author never.
  [
    { requester: 1, followers: ['1', 9] },
    { main: 1, others: [], silent: [] },
  ],
  [
    { requester: 9, followers: [] },
    { main: null, others: [], silent: [] },
  ],
  [
    { requester: null, followers: [3] },
    { main: null, others: [3], silent: [] },
  ],
  // Those who are not known yet count.
  [
    { requester: 7, followers: [] },
    { main: 7, others: [], silent: [] },
  ],
])('the recipients of a reply: %j', (given, expected) => {
  expect(recipientsOf({ ...given, author: 9, people })).toEqual(expected);
});
