/**
 * Says whether a server's reply to RCPT refuses that recipient for good, for every sender: 5xx with an enhanced
 * code 5.1.x (no such address) or 5.2.x (mailbox unusable), or 550, 551, 553 without any. `550 5.7.1` is a policy
 * on the sender, and 4xx passes: another transport may do better. Servers also write the enhanced code as `5.7.1:`,
 * as `#5.7.1`, or in brackets, `(#5.7.1)` even at the end of the line.
 */
export const isVerdictOnRecipient = (reply: string): boolean => {
  if (!/^5\d\d/.test(reply)) return false;
  const enhanced = enhancedCode.exec(reply)?.[1];
  return enhanced === undefined ? /^55[013]/.test(reply) : enhanced === '5.1' || enhanced === '5.2';
};

const enhancedCode = /^\d{3}[ -](?:[#([]{0,2}|.*[([]#)(\d\.\d{1,3})\.\d{1,3}(?![\w-]|\.\w)/m;

/** Says whether a reply is a refusal; anything else after the body leaves the outcome open. */
export const isRefusal = (reply: string | undefined): boolean =>
  reply !== undefined && /^[45]\d\d/.test(reply);
