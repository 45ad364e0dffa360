import type { Random } from './random.ts';

/** A mail server's refusal of a recipient, as the log keeps it: about 108 characters. */
export const smtpError = (random: Random, recipient: string): string =>
  random.pick(refusals).replace('RCPT', recipient).replace('QUEUE', queueId(random));

/** The refusal of a provider's API or a relay, whose mail another transport then carries. */
export const fallbackError = (random: Random): string =>
  random.pick(outages).replace('QUEUE', queueId(random));

const queueId = (random: Random): string => random.text('0123456789ABCDEF', 11);

const refusals = [
  '550 5.1.1 <RCPT>: Recipient address rejected: User unknown in mailbox table',
  '550 5.1.1 <RCPT>: Recipient address rejected: User unknown [QUEUE]',
  '552 5.2.2 <RCPT>: The mailbox is full and takes no messages now (QUEUE)',
  '550 5.2.1 The email account <RCPT> that you tried to reach is disabled. QUEUE - gsmtp',
  '554 5.7.1 <RCPT>: Relay access denied by the policy of this server, see the postmaster page. QUEUE',
  'Connection timed out: no answer from mx1.mail-gateway.example within 30 seconds (QUEUE)',
] as const;

const outages = [
  'Too many requests. You can only make 2 requests per second. See rate limit response headers for more.',
  'HTTP 503',
  '451 4.7.1 Greylisting in action, please come back in 300 seconds (QUEUE)',
  'connect ECONNREFUSED 203.0.113.25:587',
  '421 4.3.2 Service temporarily unavailable, closing transmission channel QUEUE',
] as const;
