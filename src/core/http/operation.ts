import type { Payload, PayloadRequest } from 'payload';
import type { z } from 'zod';
import type { ApiKey } from '../access/apiKey.ts';
import type { Principal } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import type { PortalContext } from '../context.ts';
import type { CollectionName } from '../options/collections.ts';
import type { ApiErrorCode } from '../shared/errors.ts';

/** A credential that belongs to no user. */
export type SharedSecret = 'cron' | 'inbound' | 'provider';

export const isSharedSecret = (credential: Operation['credential'] | null): credential is SharedSecret =>
  credential === 'cron' || credential === 'inbound' || credential === 'provider';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface OperationContext {
  readonly caller: Principal;
  /** The key by which the caller acts; null for a session. */
  readonly key: ApiKey | null;
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly req: PayloadRequest;
  /** What stood in the path's braces, by name. */
  readonly params: Readonly<Record<string, string>>;
}

export type OpenContext = Pick<OperationContext, 'payload' | 'portal' | 'req' | 'params'> & {
  /** The address the client used. */
  readonly url: URL;
  /**
   * Counts a request that named a secret which is none, as wrong credentials are.
   *
   * @throws {ApiError} `rate_limited`
   */
  countStranger(): void;
};

/** What an operation that speaks a protocol of its own is given. */
export interface ServedRequest {
  readonly requestId: string;
  /**
   * Reads the body, which is JSON.
   *
   * @throws {ApiError} `payload_too_large`, `unsupported_media_type`, `bad_request` for what is no JSON
   */
  read(): Promise<unknown>;
  /**
   * Counts one more request, for a body that holds several.
   *
   * @throws {ApiError} `rate_limited`
   */
  countAnother(): void;
}

/** The result of an operation. It becomes an HTTP response, a tool's output or a message of MCP. */
export interface OperationResult<Output> {
  readonly output: Output;
  /** The operation's other status of success. */
  readonly status?: 200;
  /** For lists: what the `Link` header is made of. */
  readonly links?: PageLinks;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is made, instead of `output`, as the operation's `mediaType`. */
  readonly stream?: ReadableStream<Uint8Array>;
}

export type AnswerHeader = 'Content-Disposition' | 'ETag' | 'Location';

export type PageLinks =
  | { readonly kind: 'pages'; readonly page: number; readonly lastPage: number }
  | { readonly kind: 'cursor'; readonly next: string | null };

/** How OpenAPI describes a body of one media type. */
export interface RawMediaType {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: Readonly<Record<string, string>>;
}

/** What the route, the validation and the documents of an operation derive from. */
interface OperationShape<Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: string;
  readonly summary: string;
  /** More than the summary says, in Markdown. */
  readonly description?: string;
  readonly method: Method;
  /** Below the app's API route, such as `/v1/tickets/{ticket_id}`. */
  readonly path: string;
  /** Whether a caller may use this. All others get 403. */
  readonly gate: (principal: Principal | null) => boolean;
  /**
   * The only credential accepted here, and by every other method of this path. `key`: an API key, no session. `cron`:
   * `CRON_SECRET`; `inbound`: the secret of mail in, without which the path is 404; `provider`: a credential or a signature that
   * `run` itself checks; then neither `gate` nor `scope` counts, and the caller is no user. Default: API keys and, below `/portal/v1`, sessions.
   */
  readonly credential?: 'key' | SharedSecret;
  /** The secret of a credential that belongs to no user; null while none is set. */
  readonly readSecret?: (payload: Payload, portal: PortalContext) => Promise<string | null>;
  /**
   * Serves the same to full-access staff below `/portal`, where a session is a credential. For operations of `/v1`. With
   * `takesRepresentativeSessions`, to all that its gate lets in.
   *
   * @default false
   */
  readonly takesStaffSessions?: boolean;
  /**
   * Takes sessions of representatives, too, which are no credential elsewhere: for what their pages of the admin UI do.
   *
   * @default false
   */
  readonly takesRepresentativeSessions?: boolean;
  /** The scope that an API key needs. Null: no key opens this, only a session. */
  readonly scope: Scope | null;
  /** Query parameters of a GET, the JSON body of a POST or PATCH; a DELETE takes nothing. */
  readonly input: Input;
  /** Fields of the input that a client may not send at all: 403. */
  readonly staffFields?: readonly string[];
  /** Fields that exist only for staff and representatives. */
  readonly teamFields?: readonly string[];
  /** Fields that exist only for a caller who spans organizations. */
  readonly spanningFields?: readonly string[];
  /** The collection whose opened fields this takes, by `takeOpened`. */
  readonly opens?: CollectionName;
  /** Takes a request without a body for one with an empty object. */
  readonly bodyIsOptional?: boolean;
  /** Reads the fields of a form into what `input` checks, for a route that takes forms as well as JSON. */
  readonly fromForm?: (fields: Readonly<Record<string, string>>) => unknown;
  /**
   * The media types of a body that `run` itself reads from the request, as OpenAPI describes each; `input` then stands for
   * no body.
   */
  readonly rawBody?: Readonly<Record<string, RawMediaType>>;
  /** Takes `multipart/form-data`, the part `file` as a file on disk, instead of JSON. */
  readonly isUpload?: boolean;
  /**
   * What a body that cannot be read is.
   *
   * @default 'bad_request'
   */
  readonly malformedBody?: 'bad_request' | 'validation_failed';
  readonly output: Output;
  /** The status of success; 204 has no body. */
  readonly status: 200 | 201 | 202 | 204;
  /** When a success is 200 instead, for the documents. */
  readonly otherwise200?: string;
  /** Headers of a success beside those that every answer has. */
  readonly answerHeaders?: readonly AnswerHeader[];
  /** The media type of a success, if that is not JSON. */
  readonly mediaType?: string;
  /** When the answer is 410, of the same media type; for the documents. */
  readonly otherwise410?: string;
  /** Answers the bytes that a `Range` asks for, by 206. */
  readonly takesRanges?: boolean;
  /** A request and an answer for the documents; what is left out is made from the schemas. */
  readonly examples?: { readonly input?: unknown; readonly output?: unknown };
  /** Error codes beside those that every operation may answer; for the documents. */
  readonly errors?: readonly ApiErrorCode[];
}

/** Takes its input and returns its output. Most operations do. */
export interface RunOperation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Loaded = unknown,
> extends OperationShape<Input, Output> {
  readonly open?: undefined;
  readonly serve?: undefined;
  /**
   * Finds the record that the path names, before the body is looked at.
   *
   * @throws {ApiError} `not_found` if it is not there for this caller
   */
  load?(context: OperationContext): Promise<Loaded>;
  run(
    input: z.output<Input>,
    context: OperationContext,
    loaded: Loaded,
  ): Promise<OperationResult<z.input<Output>>>;
}

/** Answers without credentials: what is no API request, such as a signed download. */
export interface OpenOperation extends OperationShape<z.ZodType, z.ZodType> {
  readonly open: (context: OpenContext) => Promise<Response>;
  readonly serve?: undefined;
}

/** Speaks a protocol of its own inside HTTP, to a caller who was let in. */
export interface ServedOperation extends OperationShape<z.ZodType, z.ZodType> {
  readonly open?: undefined;
  readonly serve: (context: OperationContext, request: ServedRequest) => Promise<Response>;
}

/**
 * One use case. The route, the validation and the documents derive from it, so that a rule, a schema or a gate
 * is written once.
 */
export type Operation = RunOperation | OpenOperation | ServedOperation;

/** Keeps the types of an operation's input, output and record together; the table of operations forgets them. */
export const defineOperation = <Input extends z.ZodType, Output extends z.ZodType, Loaded>(
  operation: RunOperation<Input, Output, Loaded>,
): RunOperation => operation as unknown as RunOperation;
