import { idText, idTextOrNull, type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { followersIn } from '../followers/followers.ts';
import type { Priority, Status } from '../vocabulary.ts';

/** The fields of a ticket that can change, by the API's names. */
interface ChangeableTicket {
  readonly subject: string;
  readonly description: string | null;
  readonly status: Status;
  readonly priority: Priority;
  readonly requester_id: RecordId | null;
  readonly assignee_id: RecordId | null;
  /** It is null for none. */
  readonly tags: readonly string[] | null;
  readonly followers: readonly RecordId[];
  /** The ticket that this one was merged into. */
  readonly merged_into: RecordId | null;
}

interface Change<Value> {
  readonly from: Value;
  readonly to: Value;
}

export type TicketChanges = Partial<Record<(typeof fields)[number], Change<string | null>>> & {
  /** Clients learn of no tags. */
  tags?: Change<readonly string[]>;
  followers?: Change<readonly string[]>;
};

const fields = [
  'subject',
  'description',
  'status',
  'priority',
  'requester_id',
  'assignee_id',
  'merged_into',
] as const;

/** The differences between two states of a ticket. */
export const changesOf = (before: ChangeableTicket, after: ChangeableTicket): TicketChanges => {
  const changes: TicketChanges = {};
  for (const field of fields) {
    const [from, to] = [idTextOrNull(before[field]), idTextOrNull(after[field])];
    if (from !== to) changes[field] = { from, to };
  }
  const tags = changeOf(before.tags ?? [], after.tags ?? []);
  const followers = changeOf(inOrder(before.followers), inOrder(after.followers));
  return { ...changes, ...(tags && { tags }), ...(followers && { followers }) };
};

const changeOf = (from: readonly string[], to: readonly string[]): Change<readonly string[]> | null =>
  JSON.stringify(from) === JSON.stringify(to) ? null : { from, to };

/** The ids as text. The order of followers means nothing. */
const inOrder = (ids: readonly RecordId[]): readonly string[] => ids.map(idText).toSorted();

/** The changeable parts of a document of the CMS. */
export const ticketOfDocument = (document: Record<string, unknown>): ChangeableTicket => ({
  subject: String(document.subject),
  description: (document.description ?? null) as string | null,
  status: document.status as Status,
  priority: document.priority as Priority,
  requester_id: relationId(document.requester),
  assignee_id: relationId(document.assignee),
  tags: (document.tags ?? null) as readonly string[] | null,
  followers: followersIn(document.followers),
  merged_into: relationId(document.mergedInto),
});

/** The part of the changes that clients may see. */
export const forClients = ({ tags, ...others }: TicketChanges): TicketChanges => others;

interface Texts {
  readonly from: string | null;
  readonly to: string | null;
}

/** Longest text in code points. */
const longest = 500;

/** Length of the common text that is kept before the first difference, in code points. */
const lead = 60;

/** Cuts two versions of a text to the part from which they differ, so that little is stored. */
export const excerptsOf = ({ from, to }: Texts): Texts => {
  const [before, after] = [[...(from ?? '')], [...(to ?? '')]];
  if (before.length <= longest && after.length <= longest) return { from, to };
  const differs = before.findIndex((character, index) => character !== after[index]);
  const start = Math.max(0, (differs < 0 ? before.length : differs) - lead);
  const cut = (text: string | null, characters: readonly string[]) =>
    text === null ? null : excerptOf(characters, start);
  return { from: cut(from, before), to: cut(to, after) };
};

const excerptOf = (characters: readonly string[], start: number): string => {
  const end = start + longest;
  const middle = characters.slice(start, end).join('');
  return `${start > 0 ? '…' : ''}${middle}${end < characters.length ? '…' : ''}`;
};
