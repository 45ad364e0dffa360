import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { type Author, findAuthors } from '../operations/authors.ts';

interface Described {
  readonly id: string;
  /** It is null once they are deleted, and for a mail of a person without an account. */
  readonly created_by: string | null;
}

export interface DescriptionWriter {
  readonly created_by: string | null;
  readonly author: Author;
}

/**
 * The person who stands for the words of a ticket's description: its creator, unless these are of the team and someone else has
 * changed the words since. Clients change descriptions, and what they write is not the team's.
 */
export const findDescriptionWriter = async (
  req: PayloadRequest,
  portal: PortalContext,
  { id, created_by }: Described,
): Promise<DescriptionWriter> => {
  const { rows } = await runStatement<{ user_id: string }>(
    req,
    `select user_id from ${tableOf(req.payload, portal.options.slugs.ticketChanges)}
     where ticket_id = $1 and changes->'description' is not null and user_id is not null
     group by user_id order by min(sequence)`,
    [id],
  );
  const writers = [created_by, ...rows.map(({ user_id }) => user_id)];
  const authors = await findAuthors(
    req,
    portal,
    writers.flatMap((writer) => writer ?? []),
  );
  const authorOf = (writer: string | null): Author => authors.get(writer ?? '') ?? null;
  const chosen = writers.find((writer) => authorOf(writer)?.side !== 'staff');
  const writer = chosen === undefined ? created_by : chosen;
  // The history keeps the ids of deleted users.
  return { created_by: writer !== null && authors.has(writer) ? writer : null, author: authorOf(writer) };
};
