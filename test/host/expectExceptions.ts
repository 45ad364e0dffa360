import { relative } from 'node:path';
import { beforeAll } from 'vitest';
import { exceptions } from './exceptions.ts';
import { checkout } from './modules.ts';

type Tasks = Parameters<Parameters<typeof beforeAll>[0]>[1]['tasks'];

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures there are
/** Expects the tests that are listed as exceptions to fail, and to exist. */
beforeAll(({}, { file, tasks }) => {
  const tests = new Map(testsIn(tasks));
  const path = relative(checkout, file.filepath);
  for (const { test: name } of exceptions.filter((exception) => exception.file === path)) {
    const test = tests.get(name);
    if (!test) throw new Error(`test/host/exceptions.ts names a test that does not exist: ${name}`);
    test.fails = true;
  }
});

type Test = Extract<Tasks[number], { type: 'test' }>;

const testsIn = (tasks: Tasks, above: readonly string[] = []): [string, Test][] =>
  tasks.flatMap((task) => {
    const names = [...above, task.name];
    return task.type === 'suite' ? testsIn(task.tasks, names) : [[names.join(' > '), task] as [string, Test]];
  });
