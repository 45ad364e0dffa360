import { APIError, type PayloadRequest } from 'payload';

const key = 'portalPasswordReset';

export const notePasswordReset = ({ context }: PayloadRequest): void => {
  context[key] = true;
};

/** Whether this request asks for a new password, which a stranger may do. */
export const isPasswordReset = ({ context }: PayloadRequest): boolean => context?.[key] === true;

const refused = Symbol.for('payload-support-portal.refusedReset');

/** A request for a new password is one too many for its address. It is answered as if it had been carried out. */
export class RefusedReset extends APIError {
  override readonly name = 'RefusedReset';
  readonly [refused] = true;

  constructor() {
    super('This address has been sent enough mails for a new password.', 429, null, false);
  }
}

export const isRefusedReset = (error: unknown): error is RefusedReset =>
  error instanceof Error && refused in error;
