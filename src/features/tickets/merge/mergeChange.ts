import { type Change, type Merge, mergeForm } from '../../../core/shared/values/openedForm.ts';

/** The fields of the ticket's form that several people may change at once. */
export const mergeable = [
  'subject',
  'description',
  'status',
  'priority',
  'requester',
  'assignee',
  'tags',
  'followers',
] as const;

/** Applies only those fields of a ticket that were changed in a form. */
export const mergeChange = (change: Change): Merge<(typeof mergeable)[number]> =>
  mergeForm({ ...change, names: mergeable, lists: ['tags'] });
