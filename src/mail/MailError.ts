/** No transport is known to have accepted a mail for any recipient. The message is the error of its log row. */
export class MailError extends Error {
  override readonly name = 'MailError';
}
