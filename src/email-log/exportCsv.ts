import { stringify } from 'csv-stringify/sync';
import type { Payload } from 'payload';
import type { EmailAttempt } from '../mail/attempt.ts';
import type { Position } from '../shared/paging.ts';
import type { EmailLogFilter } from './filter.ts';
import { type EmailLogRow, findEmails } from './query.ts';

const columns: readonly (keyof EmailAttempt)[] = [
  'id',
  'created_at',
  'status',
  'transport',
  'to',
  'subject',
  'type',
  'related_type',
  'related_id',
  'user_id',
  'error',
  'fallback',
  'message_id',
];

/** How many rows are in memory at a time. */
const batchSize = 2_000;

/**
 * What a filter finds as CSV, newest first: RFC 4180 in UTF-8, with the mark that spreadsheets tell it by. Rows are read
 * as fast as the reader takes them; those that are added meanwhile are not in it.
 */
export const exportEmails = (
  payload: Payload,
  slug: string,
  filter: EmailLogFilter,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let after: Position | null = null;
  let isFirst = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const rows: EmailLogRow[] = await findEmails(payload, slug, filter, {
          start: { after },
          perPage: batchSize,
        });
        controller.enqueue(encoder.encode(toCsv(rows, isFirst)));
        isFirst = false;
        const last = rows.at(-1);
        if (last) after = { order: 'created_at', value: last.created_at, id: last.id };
        if (rows.length < batchSize) controller.close();
      },
    },
    // Nothing is read before somebody reads it.
    { highWaterMark: 0 },
  );
};

/** Cells that a spreadsheet would take for a formula are kept from being one: their text came by mail. */
const toCsv = (rows: readonly EmailAttempt[], isFirst: boolean): string =>
  stringify([...rows], {
    columns: [...columns],
    header: isFirst,
    bom: isFirst,
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { object: (value) => (value === null ? '' : JSON.stringify(value)) },
  });
