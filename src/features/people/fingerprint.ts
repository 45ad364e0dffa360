/**
 * SQL for a fingerprint of a user's address and password: a change of either changes it. An app's overrides may
 * leave the users without passwords.
 *
 * @param user the alias of the table of users
 */
export const fingerprintSql = (user: string): string =>
  `encode(sha256(convert_to(concat_ws(' ', ${user}.email, to_jsonb(${user})->>'salt', to_jsonb(${user})->>'hash'), 'UTF8')), 'hex')`;
