import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { sharedBuffers, usableMemory } from '../../../src/server/embedded-postgres/run.ts';

const megabyte = 1024 * 1024;

it.each([
  { machine: 'one with next to nothing', memory: 256, buffers: 128 },
  { machine: 'a small one', memory: 512, buffers: 128 },
  { machine: 'one of 2 GB', memory: 2_048, buffers: 512 },
  { machine: 'one with an odd number of bytes', memory: 2_047.9, buffers: 511 },
  { machine: 'one of 4 GB', memory: 4_096, buffers: 1_024 },
  { machine: 'a large one', memory: 65_536, buffers: 1_024 },
])('gives the embedded PostgreSQL of $machine $buffers MB', ({ memory, buffers }) => {
  expect(sharedBuffers(memory * megabyte)).toBe(buffers);
});

it('counts on no more memory than the machine has', () => {
  expect(usableMemory()).toBeGreaterThan(megabyte);
  expect(usableMemory()).toBeLessThanOrEqual(totalmem());
});
