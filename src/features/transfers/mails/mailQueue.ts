import type { Queue } from '../../../core/jobs/jobs.ts';

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
