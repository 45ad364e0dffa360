import type { PayloadRequest } from 'payload';
import type { z } from 'zod';
import type { Principal } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import type { PortalContext } from '../context.ts';
import type { CollectionName } from '../options/collections.ts';
import type { ApiErrorCode } from '../shared/errors/errors.ts';
import type {
  HolderContext,
  OpenContext,
  OperationContext,
  OperationResult,
  ServedRequest,
} from './operationContext.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The description of a body of one media type in OpenAPI. */
export interface RawMediaType {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: Readonly<Record<string, string>>;
}

/** The kinds of sessions by which users act without an API key. */
export type SessionKind = 'staff' | 'representative' | 'client';

/** The users that may use an operation. */
export interface Users {
  /** True for a caller who may use this. All others get 403. */
  readonly gate: (principal: Principal | null) => boolean;
  /** The right that a session or an API key needs. Null means none, and no key opens this. */
  readonly scope: Scope | null;
  /** If this is false, no key opens the operation, whatever its scopes. Default: a key with the scope does */
  readonly keys?: false;
  /**
   * The sessions that are a credential beside API keys. An operation of `/v1` is served again for them: below `/portal` for
   * staff and representatives, below `/portal/v1/client` for clients.
   *
   * @default staff for a path below `/portal/v1`; none for one of `/v1`, which is for keys alone then
   */
  readonly sessions?: readonly SessionKind[];
  /** Fields of the input that a client may not send at all: 403. */
  readonly staffFields?: readonly string[];
  /** Fields that exist only for staff and representatives. */
  readonly teamFields?: readonly string[];
  /** Fields that exist only for a caller who spans organizations. */
  readonly spanningFields?: readonly string[];
}

/** The callers who hold a secret or a link that belongs to no user. Every method of the path is theirs alone. */
export interface Holders<Holder = unknown> {
  /**
   * Finds the holder by the request's credential.
   *
   * @throws {ApiError} `unauthorized`; `not_found` if there is no such address for this caller
   */
  admit(context: OpenContext): Promise<Holder>;
  /** The subject whose requests are worked on a few at a time. Default: as many as come */
  turnOf?(holder: Holder): string;
  /** The security schemes of the documents; any one is enough. */
  readonly schemes: readonly string[];
  /** A sentence for the documents. */
  readonly description: string;
}

/** The reading of a request's body. Without it, a POST or PATCH takes JSON. */
export interface BodyRules {
  /** Takes a request without a body for one with an empty object. */
  readonly isOptional?: boolean;
  /** Reads the fields of a form into the object that `input` checks, for a route that takes forms as well as JSON. */
  readonly fromForm?: (fields: Readonly<Record<string, string>>) => unknown;
  /**
   * The media types of a body that `run` itself reads from the request, as OpenAPI describes each; `input` then stands for
   * no body.
   */
  readonly raw?: Readonly<Record<string, RawMediaType>>;
  /** Takes `multipart/form-data`, the part `file` as a file on disk, instead of JSON. */
  readonly isUpload?: boolean;
  /** Takes rich text of people at work, which has more values than other bodies. */
  readonly holdsRichText?: boolean;
  /**
   * The error for a body that cannot be read.
   *
   * @default 'bad_request'
   */
  readonly malformed?: 'bad_request' | 'validation_failed';
}

export type ResponseHeader =
  | 'Content-Disposition'
  | 'ETag'
  | 'Location'
  | 'Set-Cookie'
  | 'Tus-Resumable'
  | 'Upload-Expires'
  | 'Upload-Length'
  | 'Upload-Offset';

/** The response of an operation that succeeded. */
export interface ResponseShape<Output extends z.ZodType = z.ZodType> {
  readonly output: Output;
  /** The status of success; 204 has no body. */
  readonly status: 200 | 201 | 202 | 204;
  /** The case in which a success is 200 instead, for the documents. */
  readonly otherwise200?: string;
  /** Headers of a success beside those that every response has. */
  readonly headers?: readonly ResponseHeader[];
  /** The media type of a success, if that is not JSON. */
  readonly mediaType?: string;
  /** The case in which the status is 410, of the same media type; for the documents. */
  readonly otherwise410?: string;
  /** Sends the bytes that a `Range` asks for, by 206. */
  readonly takesRanges?: boolean;
  /** True for a response that holds a secret: a second request with the same `Idempotency-Key` does nothing, and is 409. */
  readonly isShownOnce?: boolean;
}

/** The source of an operation's route, validation and documents. */
interface OperationShape<Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: string;
  readonly summary: string;
  /** More than the summary says, in Markdown. */
  readonly description?: string;
  readonly method: Method;
  /** The path below the app's API route, such as `/v1/tickets/{ticket_id}`. */
  readonly path: string;
  /** Query parameters of a GET or DELETE, the body of any other method. */
  readonly input: Input;
  /** The collection whose opened fields this takes, by `takeOpened`. */
  readonly opens?: CollectionName;
  readonly body?: BodyRules;
  /** True if it may delete stored files: their storage may take its time, so it takes a turn among those that store files. */
  readonly deletesFiles?: boolean;
  readonly response: ResponseShape<Output>;
  /** A request and a response for the documents. Missing parts are generated from the schemas. */
  readonly examples?: { readonly input?: unknown; readonly output?: unknown };
  /** Error codes beside those that every operation may return; for the documents. */
  readonly errors?: readonly ApiErrorCode[];
}

/** Takes its input and returns its output. Most operations do. */
export interface RunOperation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Loaded = unknown,
  Prepared = unknown,
> extends OperationShape<Input, Output> {
  readonly kind?: undefined;
  readonly who: Users;
  /**
   * Finds the record that the path names, before the body is looked at.
   *
   * @throws {ApiError} `not_found` if it is not there for this caller
   */
  load?(context: OperationContext): Promise<Loaded>;
  /**
   * Does what takes time without the database, such as asking a network: a request with an `Idempotency-Key` runs in a transaction as
   * a whole, and would hold a connection meanwhile.
   */
  prepare?(input: z.output<Input>, context: OperationContext): Promise<Prepared>;
  run(
    input: z.output<Input>,
    context: OperationContext,
    loaded: Loaded,
    prepared: Prepared,
  ): Promise<OperationResult<z.input<Output>>>;
}

/** Speaks a protocol of its own inside HTTP, to a caller who was let in. */
export interface ServedOperation extends OperationShape<z.ZodType, z.ZodType> {
  readonly kind: 'served';
  readonly who: Users;
  /** The protocol, for the documents. */
  readonly protocol: ServedProtocol;
  readonly serve: (context: OperationContext, request: ServedRequest) => Promise<Response>;
  /**
   * Serves a caller whose credential belongs to no user.
   *
   * @returns null if the request has no such credential; the caller is then identified as a user
   */
  serveHolder?(context: OpenContext): Promise<Response | null>;
  /** The security schemes of those credentials, for the documents. */
  readonly holderSchemes?: readonly string[];
  /** True for a request that the rate limit does not count. Default: none */
  isUncounted?(req: PayloadRequest): boolean;
  /** Headers of the response to OPTIONS. */
  optionsHeaders?(portal: PortalContext): Readonly<Record<string, string>>;
}

/** A protocol of its own inside HTTP. */
export interface ServedProtocol {
  /** Headers of the request, for the documents. */
  readonly requestHeaders?: readonly HeaderParameter[];
  /** Responses beside the success and the errors of the API, for the documents. */
  readonly responses?: Readonly<Record<string, ServedResponse>>;
}

export interface ServedResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example: object }>>;
}

export interface HeaderParameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly example: string;
}

/** Takes its input from those who hold a secret or a link. */
export interface HolderOperation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Holder = unknown,
> extends OperationShape<Input, Output> {
  readonly kind: 'holders';
  readonly who: Holders<Holder>;
  /**
   * The subject of a holder's idempotency keys; null for a holder who has none.
   *
   * @default the operation takes no `Idempotency-Key`
   */
  idempotentAs?(holder: Holder): string | null;
  run(input: z.output<Input>, context: HolderContext<Holder>): Promise<OperationResult<z.input<Output>>>;
}

/** Is open to everyone: no API request, such as a signed download. */
export interface OpenOperation extends OperationShape<z.ZodType, z.ZodType> {
  readonly kind: 'open';
  readonly who?: undefined;
  readonly open: (context: OpenContext) => Promise<Response>;
}

/**
 * One use case. The route, the validation and the documents derive from it, so that a rule, a schema or a gate
 * is written once.
 */
export type Operation = RunOperation | ServedOperation | HolderOperation | OpenOperation;

/** True if the input of an operation is its query. */
export const takesQuery = ({ method }: Pick<Operation, 'method'>): boolean =>
  method === 'GET' || method === 'DELETE';

/** The users that may use an operation; null if no user may. */
export const usersOf = (operation: Operation): Users | null =>
  operation.kind === undefined || operation.kind === 'served' ? operation.who : null;

/** The scope by which an API key opens an operation; null if none does. */
export const keyScopeOf = ({ scope, keys }: Pick<Users, 'scope' | 'keys'>): Scope | null =>
  keys === false ? null : scope;

/** Keeps the types of an operation's input, output and record together; the table of operations forgets them. */
export const defineOperation = <Input extends z.ZodType, Output extends z.ZodType, Loaded, Prepared>(
  operation: RunOperation<Input, Output, Loaded, Prepared>,
): RunOperation => operation as unknown as RunOperation;

/** Keeps the types of an operation's input, output and holder together. */
export const defineHolderOperation = <Input extends z.ZodType, Output extends z.ZodType, Holder>(
  operation: Omit<HolderOperation<Input, Output, Holder>, 'kind'>,
): HolderOperation => ({ ...operation, kind: 'holders' }) as unknown as HolderOperation;
