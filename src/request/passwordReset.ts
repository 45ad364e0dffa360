import type { PayloadRequest } from 'payload';

const key = 'portalPasswordReset';

export const notePasswordReset = ({ context }: PayloadRequest): void => {
  context[key] = true;
};

/** Whether somebody, maybe a stranger, asks for a new password by this request. */
export const isPasswordReset = ({ context }: PayloadRequest): boolean => context?.[key] === true;
