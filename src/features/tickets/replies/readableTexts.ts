import type { CollectionSlug, Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { toReadableText } from './plainText.ts';

interface Parts {
  readonly payload: Payload;
  readonly portal: PortalContext;
}

/**
 * The texts of the replies whose readable text may differ from what the API has (`toReadableText`), by the ids of the replies:
 * those with links, lists, quotes, lines across the text or any format of words.
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
    `select id, body from ${table} where id = any($1) and body::text ~ '"type": *"((auto)?link|list|quote|horizontalrule)"|"format": *-?[1-9]'`,
    [ids],
  );
  return new Map(rows.map(({ id, body }) => [idText(id), toReadableText(body)]));
};
