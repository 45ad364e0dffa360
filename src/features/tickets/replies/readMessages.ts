import type { Payload } from 'payload';
import { isClient, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { inReach } from '../../../core/database/findOwn.ts';
import { buildConditions, holding } from '../../../core/database/listRows.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';

/** The text that a list shows of a ticket: its newest reply, or the text that a search has found. */
export interface ListedMessage {
  readonly text: string;
  /** True for an internal note. */
  readonly internal: boolean;
}

interface MessageReader {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly caller: Principal;
}

/** Length of the part of a text that the list shows, in characters. */
const longestMessage = 160;

/** Characters before the words that a search has found. */
const beforeFound = 20;

/**
 * The newest reply of each ticket, or its description if it has none. A search shows the newest text that holds its words, if
 * there is one.
 */
export const readMessages = async (
  { payload, portal, caller }: MessageReader,
  rows: readonly { readonly id: RecordId }[],
  search: string | undefined,
): Promise<ReadonlyMap<string, ListedMessage>> => {
  if (rows.length === 0) return new Map();
  const { tickets, ticketReplies } = portal.options.slugs;
  const hidden = isClient(caller) ? ' and internal is not true' : '';
  const newest = (place: number, condition = '') =>
    `(select text, internal is true as internal, ${place} as place from ${tableOf(payload, ticketReplies)}
      where ticket_id = ticket.id${hidden}${condition} order by created_at desc, id desc limit 1)`;
  const description = (place: number, condition = '') =>
    `select ticket.description, false, ${place} where ticket.description is not null${condition}`;
  const expression = holding(search);
  const texts = [
    ...(expression === undefined
      ? []
      : [newest(1, ' and text ~* $3'), description(2, ' and ticket.description ~* $3')]),
    newest(3),
    description(4),
  ];
  const { rows: found } = await postgresOf(payload).pool.query<
    { id: RecordId; cut: boolean } & ListedMessage
  >(
    `select ticket.id, message.internal,
       substring(message.text from greatest(1, strpos(lower(message.text), lower($2::text)) - ${beforeFound})
         for ${longestMessage}) as text,
       strpos(lower(message.text), lower($2::text)) > ${beforeFound} + 1 as cut
     from ${tableOf(payload, tickets)} as ticket
     cross join lateral (select * from (${texts.join(' union all ')}) as texts order by place limit 1) as message
     where ticket.id = any($1)`,
    [rows.map(({ id }) => id), search ?? '', ...(expression === undefined ? [] : [expression])],
  );
  return new Map(
    found.map(({ id, text, cut, internal }) => [idText(id), { text: cut ? fromWord(text) : text, internal }]),
  );
};

/** A text that begins within a word, from the next word on; the found words stay. */
const fromWord = (text: string): string => `… ${text.replace(withinWord, '')}`;

const withinWord = new RegExp(`^\\S{0,${beforeFound - 1}}\\s+`);

/** The last reply or ticket of a person within the reader's reach; null for none. */
export const lastWroteAt = async (
  { payload, portal, caller }: MessageReader,
  person: RecordId | null,
): Promise<Date | null> => {
  if (person === null) return null;
  const { slugs } = portal.options;
  const { sql, parameters } = inReach(buildConditions().add('created_by_id = ?', person), caller);
  const last = (slug: string) => `(select max(created_at) from ${tableOf(payload, slug)} ${sql})`;
  const { rows } = await postgresOf(payload).pool.query<{ at: Date | null }>(
    `select greatest(${last(slugs.tickets)}, ${last(slugs.ticketReplies)}) as at`,
    [...parameters],
  );
  return rows[0]?.at ?? null;
};
