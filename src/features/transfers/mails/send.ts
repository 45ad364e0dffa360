import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { enqueueAll, type Queue } from '../../../core/jobs/jobs.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import {
  assertLinkable,
  isErased,
  type Recipient,
  recipientsOf,
  recordActivity,
  usualEnd,
} from '../../links/feature.ts';
import { publishTransfer } from '../events.ts';
import { filesOf, lockFilesOf } from '../files/transferFiles.ts';
import { type StoredTransfer, storedTransfers } from '../record/storedTransfer.ts';
import { transferKind } from '../vocabulary.ts';

interface LockedTransfer {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** Locked by the request's transaction. */
  readonly transfer: StoredTransfer;
}

const conflict = (sentence: ReturnType<typeof say>) => new ApiError('conflict', sentence);

/** @throws {ApiError} `conflict` if the files of a transfer cannot be sent as they are */
const assertSendable = async ({ req, portal, transfer }: LockedTransfer): Promise<void> => {
  if (transfer.status !== 'draft') throw conflict(say('transfers:errors:sentAlready'));
  await lockFilesOf(req, portal, transfer.id);
  const files = await filesOf(req, portal, transfer.id);
  if (files.length === 0) throw conflict(say('transfers:errors:noFile'));
  const gone = files.find((file) => !file.is_there);
  if (gone) throw conflict(say('transfers:errors:fileGone', { name: gone.filename }));
  const hidden = files.find((file) => file.is_hidden);
  if (hidden) throw conflict(say('transfers:errors:internal', { name: hidden.filename }));
  if (transfer.expires_at !== null && transfer.expires_at <= new Date())
    throw conflict(say('transfers:errors:ended'));
  assertLinkable(req.payload, portal);
};

/**
 * Sends a draft: seals it, and enqueues a mail to each recipient. All of it is committed together.
 *
 * @throws {ApiError} `conflict`
 */
export const sendTransfer = async (locked: LockedTransfer): Promise<StoredTransfer> => {
  const { req, portal, transfer } = locked;
  await assertSendable(locked);
  const now = new Date();
  const sent = await storedTransfers.change(req, portal, transfer.id, {
    status: 'ready',
    sent_at: now,
    expires_at: transfer.expires_at ?? usualEnd(now),
  });
  const id = idText(sent.id);
  const all = (await recipientsOf(req, transferKind, [id])).get(id) ?? [];
  const recipients = all.filter((recipient) => !isErased(recipient));
  if (recipients.length === 0) await noteSending({ req, portal, transfer: sent }, null);
  await mailRecipients({ req, portal, transfer: sent }, recipients);
  await publishTransfer({ req, portal }, 'transfer.sent', sent);
  return sent;
};

/** Enqueues the mails to recipients of a transfer that is ready, in the request's transaction. */
export const mailRecipients = async (
  locked: LockedTransfer,
  recipients: readonly Pick<Recipient, 'id'>[],
): Promise<void> => {
  const { req, transfer } = locked;
  for (const { id } of recipients) await noteSending(locked, id);
  await enqueueAll(
    req,
    transferMailQueue,
    recipients.map(({ id }) => ({
      data: { about: 'ready', transferId: idText(transfer.id), recipientId: id } as const,
    })),
  );
};

const noteSending = ({ req, portal, transfer }: LockedTransfer, recipientId: string | null): Promise<void> =>
  recordActivity(req, portal, {
    kind: 'sent',
    recordType: transferKind,
    recordId: idText(transfer.id),
    organization: transfer.organization_id,
    recipientId,
  });

/** The most times in an hour that one user has mails about transfers sent: a key that leaks must not flood others. */
export const mailLimits = (user: unknown) => [
  { subject: `transfer-mails ${user}`, most: 100, seconds: 3_600 },
];

/** The limits of sending the mail to one recipient again. */
export const resendLimits = (recipientId: string) => [
  { subject: `transfer-again-pause ${recipientId}`, most: 1, seconds: 60 },
  { subject: `transfer-again ${recipientId}`, most: 5, seconds: 3_600 },
];

/** A mail about a transfer, as its job carries it. The secret of its link is made with the mail. */
export type TransferMail =
  | { readonly about: 'ready' | 'reminder'; readonly transferId: string; readonly recipientId: string }
  | {
      readonly about: 'downloaded';
      readonly transferId: string;
      readonly linkId: string;
      /** It is null for the zip of all files. */
      readonly fileId: string | null;
    }
  | { readonly about: 'expired'; readonly transferId: string };

/** The lease is as long as that of the notices of tickets. */
export const transferMailQueue: Queue<TransferMail> = { name: 'transfer-mails', leaseSeconds: 50 };

/** A transfer whose files are to be deleted. */
interface EndedTransfer {
  readonly transferId: string;
}

/** Deleting files from a storage elsewhere takes its time. */
export const endedTransferQueue: Queue<EndedTransfer> = { name: 'ended-transfers', leaseSeconds: 300 };
