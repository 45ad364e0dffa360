import { linkLimits } from '../links/feature.ts';

export const requestStatuses = ['open', 'completed', 'closed', 'expired'] as const;

export type RequestStatus = (typeof requestStatuses)[number];

/** The name of upload requests among the kinds of links, in activity and in the email log. */
export const requestKind = 'upload_request';

/** Limits of upload requests. */
export const limits = {
  ...linkLimits,
  items: 50,
  files: 500,
  /** Entries of `accept`. */
  types: 20,
} as const;
