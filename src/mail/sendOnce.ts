import type { Payload, SendEmailOptions } from 'payload';
import { atMost } from '../shared/atMost.ts';

/** As many as an SMTP server gets at once: whoever waits for a connection has taken no job yet, so another may send it. */
const inFlight = atMost(5);

/**
 * Sends the mail of a job once, whatever becomes of this process: from the moment at which a transport may get it, nobody
 * does the job again. A mail that fails is told by the email log.
 *
 * @param take takes the job away; false where somebody else has done so
 * @throws where the job could not be taken away; nothing was sent then
 */
export const sendOnce = async (
  payload: Payload,
  message: SendEmailOptions,
  take: () => Promise<boolean>,
): Promise<void> => {
  let taking: Promise<boolean> | undefined;
  const claim = async (): Promise<void> => {
    taking = take();
    if (!(await taking)) throw new Error('The job of this mail is in other hands.');
  };
  const mail = { ...message, portal: { ...message.portal, claim } };
  await inFlight(() => payload.sendEmail(mail).catch(() => {}));
  await taking;
};
