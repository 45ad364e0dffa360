/** No transport is known to have accepted a mail for anybody. The message is the error of its row in the log. */
export class MailError extends Error {
  override readonly name = 'MailError';
}
