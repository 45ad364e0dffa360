import type { Payload, PayloadRequest } from 'payload';
import type { ApiKey } from '../access/apiKey.ts';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';

/** A request at an operation, of any caller. */
export interface RequestContext {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly req: PayloadRequest;
  /** The values of the path's parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
}

/** A request of a user. */
export interface OperationContext extends RequestContext {
  readonly caller: Principal;
  /** The key by which the caller acts; null for a session. */
  readonly key: ApiKey | null;
}

/** A request that needs no credential of a user. */
export interface OpenContext extends RequestContext {
  /** The address the client used. */
  readonly url: URL;
  /** True once a request has taken so long that the rights of its sender may have ended meanwhile. */
  isSlow(): boolean;
  /**
   * Counts a request for its address, as wrong credentials are counted: it named an invalid secret, or the secret of a
   * holder.
   *
   * @throws {ApiError} `rate_limited`
   */
  countStranger(): void;
}

/** A request of the holder of a secret or a link, who is no user. */
export interface HolderContext<Holder> extends OpenContext {
  readonly holder: Holder;
  /**
   * Admits the holder anew if the body came slowly, for an operation that reads it itself.
   *
   * @throws {ApiError} the refusal of a credential that opens this no more
   */
  admitIfSlow(): Promise<Holder>;
}

/** The request as passed to an operation that speaks its own protocol. */
export interface ServedRequest {
  readonly requestId: string;
  /**
   * Reads the body, which is JSON.
   *
   * @returns its value, and the caller as they are once it is there
   * @throws {ApiError} `payload_too_large`, `unsupported_media_type`, `bad_request` if it is not JSON; the refusal of a caller who has
   * lost their rights meanwhile
   */
  read(): Promise<{ readonly value: unknown; readonly context: OperationContext }>;
  /**
   * Identifies the caller anew if the request has taken long by now: its body came slowly, or its work waited for a turn.
   *
   * @throws {ApiError} the refusal of a caller who has lost their rights meanwhile
   */
  identifyIfSlow(): Promise<OperationContext>;
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
  /** The data of the `Link` header, for lists. */
  readonly links?: PageLinks;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** A stream that replaces `output`, sent as it is produced, with the operation's `mediaType`. */
  readonly stream?: ReadableStream<Uint8Array>;
}

export type PageLinks =
  | { readonly kind: 'pages'; readonly page: number; readonly lastPage: number }
  | { readonly kind: 'cursor'; readonly next: string | null };
