import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { reachesTicket } from '../../../core/reach/reachSql.ts';
import { notFound, validationFailed } from '../../../core/shared/errors/errors.ts';
import { relationId } from '../../../core/shared/values/ids.ts';
import { withOwnMoments } from '../../../core/shared/values/moments.ts';
import type { Verdict } from '../../../core/texts/say.ts';
import { originFields, originOf } from '../history/origin.ts';
import { completeMentions } from '../mentions/mentionRules.ts';
import { lockOpenEnd } from '../merge/mergedInto.ts';
import { checkReply } from '../text.ts';
import { checkRichText, toPlainText, toRichText, withoutStyles } from './richText.ts';

interface GivenReply {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** Values by the CMS's names of the fields: `body` as rich text, or `text`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Enforces the rules of a new reply, and adds its other form: as rich text for staff, as text for the API.
 *
 * @returns its fields
 * @throws {ApiError} `validation_failed`; `not_found` for a ticket that is not there, or not in reach
 */
export const completeReply = async ({ req, portal, data }: GivenReply): Promise<Record<string, unknown>> => {
  const principal = portal.principalOf(req.user);
  if (data.body) assertRight(checkRichText(data.body));
  const text = data.body ? toPlainText(data.body) : data.text;
  assertRight(checkReply(text));
  const ticket = await lockOpenEnd(req, portal, relationId(data.ticket));
  const organization = ticket?.organization_id ?? null;
  if (!ticket) throw notFound();
  const place = { id: ticket.id, organization };
  if (principal && !(await reachesTicket(req, portal, principal, place))) throw notFound();
  const createdBy = data.createdBy ?? principal?.id;
  const mentions = await completeMentions({ req, portal, data, organization, author: createdBy });
  const fields = principal ? withOwnMoments(data) : data;
  const body = data.body ? withoutStyles(data.body) : toRichText(text as string);
  const { answerKey = null } = originOf(req);
  return {
    ...fields,
    ...originFields(req),
    answerKey,
    ticket: ticket.id,
    text,
    body,
    organization,
    createdBy,
    mentions,
  };
};

const assertRight = (check: Verdict): void => {
  if (check !== true) throw validationFailed([{ path: 'body', message: check }]);
};
