import { relative } from 'node:path';
import { beforeEach, type RunnerTask } from 'vitest';
import { exceptions } from './exceptions.ts';
import { checkout } from './modules.ts';

/** Expects the tests that are listed as exceptions to fail, and to exist. */
beforeEach(({ task }) => {
  const path = relative(checkout, task.file.filepath);
  const listed = exceptions.filter(({ file }) => file === path).flatMap(({ tests }) => tests);
  if (listed.length === 0) return;
  const existing = task.file.tasks.flatMap((top) => namesIn(top));
  for (const name of listed) {
    if (!existing.includes(name))
      throw new Error(`test/host/exceptions.ts names no test of ${path}: ${name}`);
  }
  // What `it.fails` sets.
  if (listed.includes(task.fullTestName)) Object.assign(task, { fails: true });
});

const namesIn = (task: RunnerTask): string[] =>
  task.type === 'suite' ? task.tasks.flatMap((inner) => namesIn(inner)) : [task.fullTestName];
