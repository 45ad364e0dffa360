import type { PayloadRequest } from 'payload';

const key = 'portalPasswordReset';

export const notePasswordReset = ({ context }: PayloadRequest): void => {
  context[key] = true;
};

/** Whether this request asks for a new password, which a stranger may do. */
export const isPasswordReset = ({ context }: PayloadRequest): boolean => context?.[key] === true;
