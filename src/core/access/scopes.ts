/** The permissions that an API key can have. Writing does not imply reading; `files:*` covers folders. */
export const scopes = [
  'tickets:read',
  'tickets:write',
  'files:read',
  'files:write',
  'transfers:read',
  'transfers:write',
  'upload-requests:read',
  'upload-requests:write',
  'webhooks:read',
  'webhooks:write',
  'email-log:read',
  'email-log:purge',
  'tools',
] as const;

export type Scope = (typeof scopes)[number];
