import { expect, it } from 'vitest';
import { growthOfTenfold } from '../../../support/growth.ts';
import { replyOf } from './conversation.ts';

/** All of it is looked at. In characters. */
const length = 80_000;

it.each([
  ['sentences', 'We still see it, and the lamp is red.\n'],
  ['attributions', 'On Mon, Mar 11, 2024 at 10:00 Ann <ann@example.com> wrote:\n> Old\n'],
  ['starts of attributions', 'On Mon, Mar 11, 2024 at 10:00 Ann\n'],
  ['starts of attributions on one line', 'On Mon, Mar 11, 2024 '],
  ['ends of attributions', 'Ann Lee wrote:\n\n'],
  ['attributions that may be words', 'Ann <ann@example.com> wrote:\n\nOld\n\n\n\n\n\n\n'],
  ['broken addresses', 'Ann <\n'],
  ['fields', 'From: ann@example.com\n'],
  ['fields on one line', 'From: ann@example.com Sent: '],
  ['rules', '---\n'],
  ['rules of all kinds', '---\n***\n\n===\n'],
  ['rules of signatures', '-- \nAnn\n'],
  ['greetings', 'Kind regards,\nAnn\n\n'],
  ['advertisements', 'Sent from my iPhone\n'],
  ['advertisements on one line', 'Sent from my iPhone <https://'],
  ['quotes and answers', '> Old\nNew\n'],
  ['links in quotes', '> https://example.com/a?b=c\nd=e\n'],
  ['initials', 'AL> Old\n\n'],
  ['blank lines', '\n'],
  ['spaces', ' '],
  ['disclaimers', 'This e-mail is confidential and for Ann.\n\n'],
  ['frames of PGP', '-----BEGIN PGP SIGNATURE-----\n'],
])('takes time in proportion to its length: %s', (_name, part) => {
  const text = `Yes.\n${part.repeat(length / part.length)}`;
  const partners = [{ name: 'Ann Lee', address: 'ann@example.com' }];
  const work = (size: number): string => replyOf(`${text.slice(0, size)}\n.`, { partners });
  expect(growthOfTenfold(work, length)).toBeLessThan(60);
});

it('takes time in proportion to the addresses of its header', () => {
  const work = (size: number): string => {
    const partners = [{ name: '', address: `a${'+'.repeat(size)}` }];
    return replyOf('Yes.', { partners });
  };
  expect(growthOfTenfold(work, length)).toBeLessThan(60);
});
