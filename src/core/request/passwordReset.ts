import { APIError } from 'payload';

const refused = Symbol.for('payload-support-portal.refusedReset');

/** A password reset was requested too often for its address. The response is the same as for one that is carried out. */
export class RefusedReset extends APIError {
  override readonly name = 'RefusedReset';
  readonly [refused] = true;

  constructor() {
    super('This address has been sent enough mails for a new password.', 429, null, false);
  }
}

export const isRefusedReset = (error: unknown): error is RefusedReset =>
  error instanceof Error && refused in error;
