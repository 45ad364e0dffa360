import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SanitizedConfig } from 'payload';
import type { Availability } from '../database/availability.ts';
import type { Client } from './client.ts';

export type NextListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The parts behind the gateway, once they are there. */
export interface OpenPortal {
  readonly config: SanitizedConfig;
  /** Payload's endpoints. */
  handle(request: Request): Promise<Response>;
  /** The client pages. */
  readonly pages: (request: Request) => Promise<Response>;
  /** Answers a page while the database cannot be reached. */
  readonly pagesAway: (request: Request) => Promise<Response>;
  readonly next: NextListener;
  readonly availability: Availability;
  /** True if the headers hold a valid session. */
  isSession(headers: Headers): Promise<boolean>;
  /**
   * Lets Next serve a request in the turn of its caller.
   *
   * @returns null, or the seconds after which a caller who has too many requests may come again
   */
  inTurn(
    caller: { readonly headers: Headers; readonly address: string },
    work: () => Promise<void>,
  ): Promise<number | null>;
}

/** One request on its way. */
export interface GatewayRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: Client;
  readonly requestId: string;
  readonly target: { readonly path: string; readonly query: string };
}
