import { type MailMessage, prepareMail } from '../../../src/features/mail/chain/message/prepare.ts';
import type { OutgoingMail } from '../../../src/features/mail/chain/transport.ts';

/** A prepared mail from the shop to Ann, unless told otherwise. */
export const outgoingMail = (message: MailMessage = {}): Promise<OutgoingMail> =>
  prepareMail(
    { to: 'Ann <ann@a.example>', subject: 'Your ticket', text: 'It is solved.', ...message },
    { defaultFrom: 'Support <support@shop.example>' },
  );

/** Limits, in milliseconds, for servers that respond: a busy machine may take its time. */
export const patient = { connect: 10_000, answer: 10_000, outcome: 10_000 };

/** Limits for servers that do not respond; any of them may run out. */
export const impatient = { connect: 300, answer: 300, outcome: 300 };

/** Limits, one of which runs out first even on a busy machine. */
export const impatientAt = (limit: keyof typeof patient, milliseconds = 300) => ({
  ...patient,
  [limit]: milliseconds,
});

/** A body that no socket or pipe takes at once. */
export const hugeText = (): string => `${'x'.repeat(70)}\n`.repeat(120_000);

/** Resolves when `condition` holds; fails after 30 seconds, or after as many as are given. */
export const eventually = async (
  condition: () => boolean | Promise<boolean>,
  seconds = 30,
): Promise<void> => {
  // A look may cost a connection to PostgreSQL or a request, so that a long wait has few.
  let pauseMs = 10;
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; pauseMs = Math.min(2 * pauseMs, 160)) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`It has not happened within ${seconds} seconds.`);
};
