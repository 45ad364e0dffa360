/**
 * SQL for the account of a user as it is: another address or another password gives another text. An app's overrides may
 * leave the users without passwords.
 *
 * @param user the alias of the table of users
 */
export const fingerprintSql = (user: string): string =>
  `encode(sha256(convert_to(concat_ws(' ', ${user}.email, to_jsonb(${user})->>'salt', to_jsonb(${user})->>'hash'), 'UTF8')), 'hex')`;
