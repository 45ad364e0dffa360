import { z } from 'zod';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { iso, withDates } from '../../../core/database/time.ts';
import { textParameter } from '../../../core/http/input/fields.ts';
import { byCreation, checkPaging, pageParameters, respondWithList } from '../../../core/http/input/list.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { foldAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { restrictToTicket } from '../../tickets/feature.ts';
import type { Reader, storedRecords } from '../records/storedRecords.ts';

interface ListedRow {
  readonly id: RecordId;
  readonly created_at: Date;
}

interface RecordList<Row extends ListedRow, Status extends string, Shown> {
  readonly stored: ReturnType<typeof storedRecords<Row>>;
  /** The statuses, and the SQL of a row's. */
  readonly statuses: readonly Status[];
  readonly statusSql: string;
  /** Descriptions of two parameters. */
  readonly words: { readonly status: string; readonly recipient: string };
  show(reader: Reader, rows: readonly Row[]): Promise<Shown[]>;
}

/** The parameters and the answer of the list of a kind of record: those in the caller's reach, newest first. */
export const recordList = <Row extends ListedRow, Status extends string, Shown>({
  stored,
  statuses,
  statusSql,
  words,
  show,
}: RecordList<Row, Status, Shown>) => {
  const input = z
    .strictObject({
      status: z
        .enum(statuses, `Choose one of ${statuses.join(', ')}.`)
        .optional()
        .describe(words.status),
      recipient: textParameter.optional().describe(words.recipient),
      organization_id: textParameter.optional().describe('One organization.'),
      ticket_id: textParameter
        .optional()
        .describe('One ticket; those of tickets that were merged into it, too.'),
      ...pageParameters,
    })
    .superRefine((query, context) => checkPaging(query, context));

  const run = async (
    query: z.output<typeof input>,
    { caller, payload, portal, req }: Pick<OperationContext, 'caller' | 'payload' | 'portal' | 'req'>,
  ) => {
    await preparePortalSchema(payload);
    const { status, recipient, organization_id, ticket_id } = query;
    const reader = { req, portal, caller };
    return respondWithList<Row, Row, Shown>({
      payload,
      query,
      listing: {
        columns: stored.columns,
        from: stored.tableIn(req, portal),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) =>
          stored
            .restrict(restrictToTicket(conditions, { payload, portal }, ticket_id), reader)
            .add(`(${statusSql}) = ?`, status)
            .add('organization_id::text = ?', organization_id)
            .add(
              stored.addressedTo(req, portal),
              recipient === undefined ? undefined : notationsOf(foldAddress(recipient)),
            ),
      },
      toItem: withDates<Row>,
      complete: (rows) => show(reader, rows),
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    });
  };

  return { input, run };
};
