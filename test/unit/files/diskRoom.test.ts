import { expect, it } from 'vitest';
import { assertDiskRoom, hasRoom, roomMeter } from '../../../src/core/http/upload/diskRoom.ts';

it.each([
  [100, 94, true],
  [100, 95, true],
  [100, 96, false],
  [6, 1, true],
  [6, 2, false],
  [4, 0, false],
])('with %i of 100 bytes free there is room for %i: %s', (free, bytes, expected) => {
  expect(hasRoom({ free, total: 100 }, 'large', bytes)).toBe(expected);
});

it.each([
  ['ordinary', 1, true],
  ['ordinary', 0.9, false],
  ['large', 1, false],
] as const)('an %s upload finds room on a disk of 100 GiB with %d GiB free: %s', (kind, free, expected) => {
  expect(hasRoom({ free: free * 1024 ** 3, total: 100 * 1024 ** 3 }, kind, 0)).toBe(expected);
});

it('bytes for which the disk has no room are refused by 507, and those without a disk to ask are not', async () => {
  const full = assertDiskRoom('', 'large', 0, async () => ({ free: 1, total: 100 }));
  await expect(full).rejects.toMatchObject({ code: 'insufficient_storage', status: 507 });
  await assertDiskRoom('', 'large', 45, async () => ({ free: 50, total: 100 }));
  await expect(assertDiskRoom('', 'large', 46, async () => ({ free: 50, total: 100 }))).rejects.toThrow();
  await assertDiskRoom('', 'large', 0, async () => null);
});

it('an ordinary upload is refused as soon as others have filled the disk meanwhile', async () => {
  let free = 50;
  const looks: number[] = [];
  const takeRoom = roomMeter('', async () => {
    looks.push(free);
    return { free, total: 100 };
  });
  const chunk = { byteLength: 1024 ** 2 };
  await takeRoom(chunk);
  free = 1;
  for (let chunks = 0; chunks < 3; chunks += 1) await takeRoom(chunk);
  await expect(takeRoom(chunk)).rejects.toMatchObject({ code: 'insufficient_storage' });
  expect(looks).toEqual([50, 1]);
});
