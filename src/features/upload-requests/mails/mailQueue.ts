import type { Queue } from '../../../core/jobs/jobs.ts';

/** A mail about an upload request, as its job carries it. The secret of its link is made with the mail. */
export type RequestMail =
  | { readonly about: 'request' | 'reminder'; readonly requestId: string; readonly recipientId: string }
  | {
      readonly about: 'rejected';
      readonly requestId: string;
      readonly recipientId: string;
      readonly itemId: string;
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
