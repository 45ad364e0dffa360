import { stringify } from 'csv-stringify/sync';
import type { Payload } from 'payload';
import type { Position } from '../../../core/shared/values/paging.ts';
import { rowColumns } from '../row.ts';
import type { EmailLogFilter } from './filter.ts';
import { findEmails, type LoggedEmail, type LogSlugs } from './query.ts';

/** Number of rows in memory at a time. */
const batchSize = 2_000;

/**
 * The rows that a filter finds as CSV, newest first: RFC 4180 in UTF-8, with the byte order mark that spreadsheets need.
 * Rows are read as fast as the reader takes them. Rows that are added meanwhile are not in it.
 */
export const exportEmails = (
  payload: Payload,
  slugs: LogSlugs,
  filter: EmailLogFilter,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let after: Position | null = null;
  let isFirst = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const rows = await findEmails(payload, slugs, filter, {
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
    // Nothing is read before the reader asks.
    { highWaterMark: 0 },
  );
};

/** The text came by mail, so a cell that a spreadsheet would take for a formula is escaped. */
export const toCsv = (rows: readonly LoggedEmail[], isFirst: boolean): string =>
  stringify([...rows], {
    columns: [...rowColumns, 'delivery'],
    header: isFirst,
    bom: isFirst,
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: {
      string: withoutFormulas,
      object: (value) => (value === null ? '' : withoutFormulas(JSON.stringify(value))),
    },
  });

/**
 * A spreadsheet whose separator of lists is `;`, as in German, begins a cell after one inside a text, in quotes too. A match takes all
 * white space, so that time grows with the length.
 */
const withoutFormulas = (text: string): string =>
  text.replace(/([;\t\r\n]["\s]*)([=+\-@＝＋－＠]?)/g, (_, begin: string, sign: string) =>
    sign === '' ? begin : `${begin}'${sign}`,
  );
