import { describe, expect, it } from 'vitest';
import { isVerdictOnRecipient } from '../../../src/features/mail/chain/transports/smtp.ts';

describe('a reply to RCPT is a verdict on the recipient', () => {
  it.each([
    '550 5.1.1 no such user',
    '550 5.1.10 null MX',
    '552 5.2.2 mailbox full',
    '554 5.1.1 no',
    '521 5.2.1 disabled',
    '550-5.1.1 The account does not exist.\n550 5.1.1 Learn more',
    '550 no such user',
    '551 moved away',
    '553 no such name',
    '550-no such user\n550 really',
    '550',
    '550 5.1.1: no such user',
    '550 #5.1.1 no such user',
    '552 sorry, that mailbox is full (#5.2.2)',
    '554 [5.1.1] unknown',
  ])('where it is %j', (reply) => {
    expect(isVerdictOnRecipient(reply)).toBe(true);
  });

  it.each([
    '550 5.7.1 relaying denied',
    '553 5.7.1 sender rejected',
    '550 5.4.1 no route',
    '550 5.11.1 odd',
    '554 refused',
    '552 full',
    '501 syntax',
    '450 4.1.1 later',
    '450 later',
    '421 4.3.2 too busy',
    '550-5.7.26 unauthenticated\n550 5.7.26 see https://x.io/5.1.1',
    '550 5.7.1: relaying denied',
    '550 5.7.1, rejected',
    '550 #5.7.1 rejected by policy',
    '550-#5.7.1 rejected\n550 #5.7.1 by policy',
    '553 sorry, that domain is not in my list (#5.7.1)',
    '550 (5.7.1) rejected',
    '250 fine',
  ])('but not where it is %j', (reply) => {
    expect(isVerdictOnRecipient(reply)).toBe(false);
  });
});
