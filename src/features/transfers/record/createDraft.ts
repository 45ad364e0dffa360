import type { z } from 'zod';
import { reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { recordIdIn } from '../../../core/http/input/fields.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../../core/texts/say.ts';
import { addRecipients, checkRecipients, withoutTwins } from '../../links/feature.ts';
import { chooseOrganization } from '../../people/feature.ts';
import { assertTicketOf, lockNamedTicket } from '../../tickets/feature.ts';
import { assertFilesOf, type DraftContext, findNamedFiles } from '../files/namedFiles.ts';
import { addFiles } from '../files/transferFiles.ts';
import type { draftInput } from '../operations/fields.ts';
import { transferKind } from '../vocabulary.ts';
import { type StoredTransfer, storedTransfers } from './storedTransfer.ts';

type Draft = z.output<typeof draftInput>;

const invalid = (path: string, message: Sentence) => validationFailed([{ path, message }]);

/** Creates a draft, in the request's transaction. @throws {ApiError} `validation_failed` */
export const createDraft = async (
  context: DraftContext,
  draft: Draft,
  passwordHash: string | null,
): Promise<StoredTransfer> => {
  const { req, portal, caller } = context;
  if (isOfAnotherMail(portal, draft.mail_type))
    throw invalid('mail_type', say('transfers:errors:mailType', { type: String(draft.mail_type) }));
  const ticket = await lockNamedTicket(context, draft.ticket_id);
  const files = await findNamedFiles(context, draft.file_ids ?? []);
  const organization = await organizationOf(context, draft, ticket ?? files[0] ?? null);
  assertTicketOf(ticket, organization);
  assertFilesOf(files, organization);
  const recipients = withoutTwins(draft.recipients ?? []);
  const access = draft.access ?? 'link';
  await checkRecipients({ req, portal, organization, isAccount: access === 'account' }, recipients, {
    pathOf: (index) => `recipients.${index}.email`,
    accountPath: 'access',
  });
  const stored = await storedTransfers.create(req, portal, {
    title: draft.title,
    message: draft.message,
    status: 'draft',
    access,
    password_hash: passwordHash,
    max_downloads: draft.max_downloads,
    notify: draft.notify ?? 'first',
    mail_type: draft.mail_type,
    organization_id: organization,
    ticket_id: ticket?.id,
    created_by_id: caller.id,
    expires_at: draft.expires_at,
  });
  await addRecipients(req, { kind: transferKind, recordId: idText(stored.id) }, recipients);
  await addFiles(req, stored.id, files, { isOwn: false });
  return stored;
};

/** True for the type of a mail that another feature sends. */
const isOfAnotherMail = ({ features }: PortalContext, type = ''): boolean =>
  features.some(({ name, mailTypes = {} }) => name !== 'transfers' && Object.hasOwn(mailTypes, type));

/** @param other the record from whose organization a transfer without one of its own takes it */
const organizationOf = async (
  { req, portal, caller, key }: DraftContext,
  { organization_id }: Draft,
  other: { readonly organization_id: RecordId | null } | null,
): Promise<RecordId | null> => {
  const given = recordIdIn(
    req.payload,
    { organization_id },
    'organization_id',
    portal.options.slugs.organizations,
  );
  if (given !== undefined && !caller.spans) {
    if (key) throw invalid('organization_id', 'There is no such field.');
    if (!reaches(caller, given)) throw invalid('organization_id', say('errors:organization:unknown'));
  }
  const wanted = given ?? other?.organization_id ?? undefined;
  return caller.spans && wanted === undefined
    ? null
    : chooseOrganization({ req, portal, principal: caller, wanted });
};
