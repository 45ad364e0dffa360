import { expect, it } from 'vitest';
import { mergeChange } from '../../../src/features/tickets/merge/mergeChange.ts';

const openedWith = { subject: 'VPN', description: null, status: 'open', priority: 'low', assignee: 3 };

const stored = { ...openedWith, status: 'closed', assignee: 4 };

it('takes what was not touched in the form from what is stored', () => {
  const { fields, conflicts } = mergeChange({
    wanted: { ...openedWith, priority: 'high', product: 'router' },
    openedWith,
    stored,
  });
  expect(conflicts).toEqual([]);
  expect(fields).toEqual({ ...stored, priority: 'high', product: 'router' });
});

it('finds what was given two different values', () => {
  const wanted = { ...openedWith, status: 'resolved', assignee: null };
  expect(mergeChange({ wanted, openedWith, stored }).conflicts).toEqual(['status', 'assignee']);
});

it('minds no field that both gave the same value, however an id is written', () => {
  const wanted = { ...openedWith, status: 'closed', assignee: '4' };
  expect(mergeChange({ wanted, openedWith, stored }).conflicts).toEqual([]);
});

it.each([
  ['adds a tag to those that came meanwhile', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c', 'b']],
  ['adds a tag to those that it has not read', [], ['b'], ['a'], ['a', 'b']],
  ['adds a tag that came meanwhile once', ['a'], ['a', 'b', 'c'], ['a', 'c'], ['a', 'c', 'b']],
  ['removes a tag from those that came meanwhile', ['a', 'b'], ['b'], ['a', 'b', 'c'], ['b', 'c']],
  ['adds a tag to none', null, ['b'], null, ['b']],
  ['minds no tag that it has not touched', ['a'], ['a'], null, null],
])('%s', (_what, opened, wanted, is, tags) => {
  const merged = mergeChange({
    wanted: { tags: wanted },
    openedWith: { tags: opened },
    stored: { tags: is },
  });
  expect(merged).toEqual({ fields: { tags }, conflicts: [] });
});

it.each([undefined, null, 'open', { subject: 'VPN' }])(
  'lets who says %j of what a field was decide it alone',
  (said) => {
    const wanted = { subject: 'VPN', status: 'open' };
    expect(mergeChange({ wanted, openedWith: said, stored })).toEqual({ fields: wanted, conflicts: [] });
  },
);
