export type { Filter, Input, OperationName, Output, Tagged } from './api.ts';
export type { FileContent } from './body.ts';
export type { Download, UploadInput } from './files.ts';
export type { List, Page } from './list.ts';
export type { CallOptions, SupportPortalClientOptions } from './options.ts';
export type { User } from './people.ts';
export { SupportPortalClient } from './SupportPortalClient.ts';
export { type ErrorDetail, SupportPortalError, type SupportPortalErrorCode } from './SupportPortalError.ts';
export type { TransferFileInput } from './transfers.ts';
export type {
  CursorMeta,
  Delivery,
  EmailLogRow,
  ErrorCode,
  File as PortalFile,
  Folder,
  Follower,
  FullDelivery,
  LinkActivity,
  Operations,
  Organization,
  PageMeta,
  RecordLink,
  Reply,
  SavedReply,
  Ticket,
  TicketSummary,
  Transfer,
  TransferFile,
  TransferRecipient,
  UploadRequest,
  UploadRequestFile,
  UploadRequestItem,
  UploadRequestRecipient,
  Webhook,
  WebhookEvent,
} from './types.ts';
export { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from './verifyWebhook.ts';
