import { expect, it } from 'vitest';
import { excerptsOf } from '../../../src/features/tickets/history/changes.ts';

const long = (end: string) => `${'a'.repeat(1_000)}${end}${'z'.repeat(1_000)}`;

it('leaves short texts as they are, and what was empty empty', () => {
  expect(excerptsOf({ from: null, to: 'short' })).toEqual({ from: null, to: 'short' });
  expect(excerptsOf({ from: 'x'.repeat(500), to: '' })).toEqual({ from: 'x'.repeat(500), to: '' });
  expect(excerptsOf({ from: null, to: 'x'.repeat(501) })).toEqual({ from: null, to: `${'x'.repeat(500)}…` });
});

it('cuts long ones to where they begin to differ, with a little of what goes before', () => {
  const { from, to } = excerptsOf({ from: long('ONE'), to: long('TWO') });
  expect(from).toMatch(/^…a{60}ONEz{437}…$/);
  expect(to).toMatch(/^…a{60}TWOz{437}…$/);
});

it('shows an end that was added or taken away', () => {
  const text = 'b'.repeat(600);
  expect(excerptsOf({ from: text, to: `${text} and more` })).toEqual({
    from: `…${'b'.repeat(60)}`,
    to: `…${'b'.repeat(60)} and more`,
  });
  expect(excerptsOf({ from: `${text} and more`, to: text }).from).toMatch(/^…b{60} and more$/);
});

it('never divides a character', () => {
  const { from } = excerptsOf({ from: '🖨'.repeat(700), to: null });
  expect(from).toBe(`${'🖨'.repeat(500)}…`);
});
