import { expect, it } from 'vitest';
import { assertRoom, hasRoom } from '../../../src/features/uploads/space.ts';
import { contextOf } from '../../support/context.ts';

it.each([
  [100, 94, true],
  [100, 95, true],
  [100, 96, false],
  [6, 1, true],
  [6, 2, false],
  [4, 0, false],
])('with %i of 100 bytes free there is room for %i: %s', (free, bytes, expected) => {
  expect(hasRoom({ free, total: 100 }, bytes)).toBe(expected);
});

it('a chunk for which the disk has no room is refused by 507, and one without a disk to ask is not', async () => {
  const parts = { payload: {} as never, portal: contextOf() };
  const full = assertRoom(parts, 0, async () => ({ free: 1, total: 100 }));
  await expect(full).rejects.toMatchObject({ code: 'insufficient_storage', status: 507 });
  await assertRoom(parts, 0, async () => ({ free: 50, total: 100 }));
  await assertRoom(parts, 0, async () => null);
});
