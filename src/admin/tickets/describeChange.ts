import type { TicketChanges } from '../../tickets/changes.ts';
import { wordsFor } from './ticketWords.ts';

type Field = keyof TicketChanges;
type Change = NonNullable<TicketChanges[Exclude<Field, 'tags'>]>;

export interface DescribedChange {
  readonly field: Field;
  readonly sentence: string;
  /** The texts before and after, if they are too long for a sentence. */
  readonly texts: Change | null;
}

/** Describes the changes of a ticket in sentences. */
export const describeChanges = (
  changes: TicketChanges,
  nameOf: (userId: string) => string,
): readonly DescribedChange[] =>
  Object.entries(changes).map(([name, change]) =>
    name === 'tags'
      ? { field: name, sentence: sentenceOfTags(change as TagsChange), texts: null }
      : describe(name as Exclude<Field, 'tags'>, change as Change, nameOf),
  );

const describe = (
  field: Exclude<Field, 'tags'>,
  change: Change,
  nameOf: (userId: string) => string,
): DescribedChange => ({
  field,
  sentence: sentenceOf(field, change, nameOf),
  texts: field === 'description' && wasEdited(change) ? change : null,
});

type TagsChange = NonNullable<TicketChanges['tags']>;

const sentenceOfTags = ({ from, to }: TagsChange): string => {
  const added = to.filter((tag) => !from.includes(tag));
  const removed = from.filter((tag) => !to.includes(tag));
  const said = [
    ...(added.length > 0 ? [`Added the tag${added.length > 1 ? 's' : ''} ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`Removed the tag${removed.length > 1 ? 's' : ''} ${removed.join(', ')}`] : []),
  ];
  return said.join('. ');
};

const sentenceOf = (
  field: Exclude<Field, 'tags'>,
  change: Change,
  nameOf: (userId: string) => string,
): string => {
  const { from, to } = change;
  switch (field) {
    case 'status':
    case 'priority':
      return `Changed the ${field} from ${wordsFor(String(from))} to ${wordsFor(String(to))}`;
    case 'subject':
      return `Changed the subject from “${from}” to “${to}”`;
    case 'description':
      return `${wasEdited(change) ? 'Changed' : to ? 'Added' : 'Removed'} the description`;
    case 'assignee_id':
      return assignmentOf(from && nameOf(from), to && nameOf(to));
    case 'requester_id':
      return `Changed the requester${from ? ` from ${nameOf(from)}` : ''} to ${to ? nameOf(to) : 'no one'}`;
  }
};

const wasEdited = ({ from, to }: Change): boolean => Boolean(from && to);

const assignmentOf = (from: string | null, to: string | null): string => {
  if (!from) return `Assigned it to ${to}`;
  return to ? `Reassigned it from ${from} to ${to}` : `Took the assignment from ${from}`;
};
