import type { Payload } from 'payload';
import type { ClientBase } from 'pg';

/** A change of `PAYLOAD_SECRET`. */
export interface SecretRotation {
  /** The connection of the transaction that changes the secret. */
  readonly client: ClientBase;
  readonly payload: Payload;
  readonly previous: string;
  readonly current: string;
}
