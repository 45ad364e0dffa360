import type { components, operations, webhooks } from './openapi.ts';

export type {
  CursorMeta,
  Delivery,
  EmailLogRow,
  File as PortalFile,
  Folder,
  Follower,
  FullDelivery,
  LinkActivity,
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
} from './openapi.ts';

/** The input and output of each operation of the API, by its name. */
export type Operations = {
  [Name in keyof operations as Name extends `event_${string}` ? never : Name]: {
    input: InputOf<operations[Name]>;
    output: OutputOf<operations[Name]['responses']>;
  };
};

/** The body of a webhook. */
export type WebhookEvent = ValueOf<{ [Event in keyof webhooks]: InputOf<webhooks[Event]['post']> }>;

/** Codes in the `error` of a refused request. */
export type ErrorCode = ValueOf<Rejections>;

type Schemas = components['schemas'];
type Rejections = {
  [Name in keyof Schemas as Name extends `${string}Error` ? Name : never]: Schemas[Name] extends {
    error: infer Code;
  }
    ? Code
    : never;
};

/** The body of a request, or its query. */
type InputOf<Operation extends AnyOperation> = [NonNullable<Operation['requestBody']>] extends [never]
  ? NonNullable<Operation['parameters']['query']>
  : ValueOf<NonNullable<Operation['requestBody']>['content']>;

interface AnyOperation {
  parameters: { query?: object };
  requestBody?: { content: object };
}

type ValueOf<Value> = Value[keyof Value];

/** The JSON of a success; null for a response without one. */
type OutputOf<Responses> =
  ValueOf<Responses> extends { content: { 'application/json': infer Body } } ? Body : null;
