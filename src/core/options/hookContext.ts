import type { Payload, PayloadRequest } from 'payload';

/** Arguments of every hook: `req` is null for a mail that no request caused, and for the row of a process that died. */
export interface HookContext {
  payload: Payload;
  req: PayloadRequest | null;
}
