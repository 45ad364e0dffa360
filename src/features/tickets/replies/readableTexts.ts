import type { CollectionSlug, Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { toReadableText } from './richText.ts';

interface Parts {
  readonly payload: Payload;
  readonly portal: PortalContext;
}

/**
 * The texts of replies in which staff have put links or lists, with the addresses of the links and the numbers of the items,
 * by the ids of the replies. The API has the text of a link alone, and a dash before each item.
 *
 * @param ids the replies, which the reader may see
 */
export const findReadableTexts = async (
  { payload, portal }: Parts,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const table = tableOf(payload, portal.options.slugs.ticketReplies as CollectionSlug);
  const { rows } = await runStatement<{ id: RecordId; body: unknown }>(
    { payload },
    `select id, body from ${table} where id = any($1) and body::text ~ '"type": *"((auto)?link|list)"'`,
    [ids],
  );
  return new Map(rows.map(({ id, body }) => [idText(id), toReadableText(body)]));
};
