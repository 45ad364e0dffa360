import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('npm run bench with a name that is none lists the names and exits 1', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=production', '--import', 'tsx', 'bench/run.ts', 'row-sise'],
    {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      encoding: 'utf8',
    },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('There is no bench row-sise. There are: record-one,');
});
