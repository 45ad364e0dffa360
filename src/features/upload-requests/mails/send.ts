import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { takeAllowance } from '../../../core/http/rate-limit/allowance.ts';
import { enqueueAll, type Queue } from '../../../core/jobs/jobs.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { isErased, linksOf, mayBeLinked, type ReplacedLinks, recipientsOf } from '../../links/feature.ts';
import { filesOfRequest, takeUntold } from '../files/requestFiles.ts';
import { noteRequest, type StoredRequest } from '../record/storedRequest.ts';
import { requestKind } from '../vocabulary.ts';

interface LockedRequest {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** Locked by the request's transaction. */
  readonly request: StoredRequest;
}

const idsOfRecipients = async ({ req, request }: LockedRequest): Promise<readonly string[]> => {
  const id = idText(request.id);
  const recipients = (await recipientsOf(req, requestKind, [id])).get(id) ?? [];
  return recipients.filter((recipient) => !isErased(recipient)).map((recipient) => recipient.id);
};

/** Enqueues the mails to every recipient, in the request's transaction. */
export const mailRecipients = async (
  locked: LockedRequest,
  mail: Pick<QuestionMail, 'about' | 'isByHand'>,
): Promise<void> => {
  const { req, portal, request } = locked;
  const links = await linksOf(req, { kind: requestKind, recordId: idText(request.id) });
  const linksOfOne = (recipientId: string) => links.filter((link) => link.recipient_id === recipientId);
  const recipients = (await idsOfRecipients(locked)).filter((id) =>
    mayBeLinked(linksOfOne(id), replacedBy(mail)),
  );
  for (const recipientId of recipients)
    await noteRequest(req, portal, request, { kind: 'sent', recipientId });
  await enqueueMails(
    req,
    recipients.map((recipientId) => ({ ...mail, requestId: idText(request.id), recipientId })),
  );
};

interface Rejection {
  readonly itemId: string;
  /** The recipients who had sent its files. */
  readonly senders: readonly string[];
  /** The id of the user who rejects it. */
  readonly by: unknown;
}

/**
 * Tells the senders whose files for an item were rejected, in the request's transaction; everyone if no recipient has sent
 * any.
 *
 * @throws {ApiError} `rate_limited`
 */
export const mailRejection = async (
  locked: LockedRequest,
  { itemId, senders, by }: Rejection,
): Promise<void> => {
  const recipients = senders.length > 0 ? senders : await idsOfRecipients(locked);
  if (recipients.length === 0) return;
  await takeAllowance(locked.req, mailLimits(by));
  await enqueueMails(
    locked.req,
    recipients.map((recipientId) => ({
      about: 'rejected',
      requestId: idText(locked.request.id),
      recipientId,
      itemId,
      isByHand: true,
    })),
  );
};

/**
 * Enqueues the mail to the team about the files of a request that no mail has reported yet, and the receipt to each sender,
 * in the request's transaction. Two processes at once report each file once.
 *
 * @param done the recipient who has said that they are done; null for a link that is no one's; undefined if no one has
 */
export const tellOfFiles = async (
  req: PayloadRequest,
  requestId: string,
  done?: { readonly recipientId: string | null },
): Promise<void> => {
  const untold = await takeUntold(req, requestId);
  const isDone = done !== undefined;
  if (untold.length === 0 && !isDone) return;
  const all = isDone ? await filesOfRequest(req, requestId) : [];
  const fileIds = untold.map(({ file_id }) => file_id);
  const recipients = new Set(untold.flatMap(({ recipient_id }) => recipient_id ?? []));
  if (done && done.recipientId !== null) recipients.add(done.recipientId);
  const receipts = [...recipients].map((recipientId): RequestMail => {
    // A recipient who is done gets a receipt of all that they have sent.
    const isTheirs = done?.recipientId === recipientId;
    const own = isTheirs
      ? all.filter((file) => file.recipient_id === recipientId).map(({ id }) => id)
      : untold.filter((file) => file.recipient_id === recipientId).map(({ file_id }) => file_id);
    return { about: 'receipt', requestId, recipientId, fileIds: own, isDone: isTheirs };
  });
  await enqueueMails(req, [
    { about: 'received', requestId, to: 'creator', fileIds, isDone },
    { about: 'received', requestId, to: 'assignee', fileIds, isDone },
    ...receipts,
  ]);
};

const enqueueMails = (req: PayloadRequest, mails: readonly RequestMail[]): Promise<void> =>
  enqueueAll(
    req,
    requestMailQueue,
    mails.map((data) => ({ data })),
  );

/** The most times in an hour that one user has requests mailed: a key that leaks must not flood others. */
export const mailLimits = (user: unknown) => [
  { subject: `upload-request-mails ${user}`, most: 100, seconds: 3_600 },
];

/** The limits of reminding the recipients of one request by hand. */
export const remindLimits = (request: unknown) => [
  { subject: `upload-request-remind-pause ${request}`, most: 1, seconds: 60 },
  { subject: `upload-request-remind ${request}`, most: 5, seconds: 3_600 },
];

/** The ended links that a mail of the team replaces: those that wrong passwords stopped. */
export const replacedBy = ({ isByHand }: { readonly isByHand?: boolean }): ReplacedLinks =>
  isByHand ? 'stopped' : 'none';

interface QuestionMail {
  readonly about: 'request' | 'reminder';
  readonly requestId: string;
  readonly recipientId: string;
  /** True if the team has asked for it: then a new link replaces one that wrong passwords stopped. */
  readonly isByHand?: boolean;
}

/** A mail about an upload request, as its job carries it. The secret of its link is made with the mail. */
export type RequestMail =
  | QuestionMail
  | {
      readonly about: 'rejected';
      readonly requestId: string;
      readonly recipientId: string;
      readonly itemId: string;
      readonly isByHand?: true;
    }
  | {
      readonly about: 'received';
      readonly requestId: string;
      readonly to: 'creator' | 'assignee';
      readonly fileIds: readonly string[];
      /** True if the person at the link has said that they are done. */
      readonly isDone: boolean;
    }
  | {
      readonly about: 'receipt';
      readonly requestId: string;
      readonly recipientId: string;
      readonly fileIds: readonly string[];
      readonly isDone: boolean;
    };

/** The lease is as long as that of the notices of tickets. */
export const requestMailQueue: Queue<RequestMail> = { name: 'upload-request-mails', leaseSeconds: 50 };
