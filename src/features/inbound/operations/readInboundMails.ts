import { z } from 'zod';
import { isSpanningStaff } from '../../../core/access/roles.ts';
import { iso } from '../../../core/database/time.ts';
import { dayParameter, nextDay, textParameter } from '../../../core/http/input/fields.ts';
import {
  type CursorOrder,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { isMoment } from '../../../core/shared/values/paging.ts';
import { mailListing } from '../storage/query.ts';
import { readText } from '../storage/readText.ts';
import { findMail, mailOfRow, type StoredMail } from '../storage/storedMail.ts';
import { outcomes } from '../vocabulary.ts';
import { inboundMail, inboundMailWithText, toInboundMail } from './inboundMail.ts';

const byReception: CursorOrder = { name: 'received_at', isValue: isMoment };

const input = z
  .strictObject({
    outcome: z.enum(outcomes).optional().describe('Only messages of this outcome.'),
    from: textParameter
      .optional()
      .describe('Part of the sender’s address, in any case. `%` and `_` are literal.'),
    search: textParameter.optional().describe('Part of the subject, in any case. `%` and `_` are literal.'),
    since: dayParameter.optional().describe('First day, UTC.'),
    until: dayParameter.optional().describe('Last day, UTC, included.'),
    ...pageParameters,
  })
  .superRefine((query, context) => checkPaging(query, context, byReception));

export const listInboundMails = defineOperation({
  name: 'list_inbound_mails',
  summary: 'Lists the messages that came by mail, newest first.',
  method: 'GET',
  path: '/portal/v1/inbound-mails',
  who: { gate: isSpanningStaff, scope: 'tickets:write' },
  input,
  response: { output: listOf(inboundMail), status: 200 },
  run: (query, { payload, portal }) =>
    respondWithList<StoredMail, z.input<typeof inboundMail>>({
      payload,
      query,
      listing: mailListing(payload, portal, {
        ...query,
        before: query.until && nextDay(query.until),
      }),
      toItem: toInboundMail,
      positionOf: ({ received_at, id }) => ({
        order: byReception.name,
        value: iso(received_at),
        id: idText(id),
      }),
    }),
});

/** The message that the path names. */
export const loadInboundMail = async ({ params, portal, req }: OperationContext): Promise<StoredMail> => {
  const mail = await findMail(req, portal, params.inbound_mail_id);
  if (!mail) throw notFound();
  return mail;
};

export const getInboundMail = defineOperation({
  name: 'get_inbound_mail',
  summary: 'Reads a message that came by mail, with its text.',
  method: 'GET',
  path: '/portal/v1/inbound-mails/{inbound_mail_id}',
  who: { gate: isSpanningStaff, scope: 'tickets:write' },
  input: z.strictObject({}),
  response: { output: inboundMailWithText, status: 200 },
  load: loadInboundMail,
  run: async (_input, context, mail: StoredMail) => ({
    output: {
      ...toInboundMail(mailOfRow(mail)),
      text: await readText(context.req, context.portal, mail),
    },
  }),
});
