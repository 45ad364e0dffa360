import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** A file that would stand at a path, and import another one. */
interface Probe {
  readonly path: string;
  readonly imported: string;
}

/** The linter's findings by one rule of the repository, in a tree of the same shape that holds these files alone. */
const lint = (rule: string, files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'portal-layers-'));
  cpSync('biome.json', join(root, 'biome.json'));
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), code);
  }
  const { stdout, stderr } = spawnSync(
    resolve('node_modules/.bin/biome'),
    ['lint', '--vcs-enabled=false', '--max-diagnostics=none', `--only=${rule}`, '.'],
    { cwd: root, encoding: 'utf8' },
  );
  rmSync(root, { recursive: true, force: true });
  expect(stdout + stderr).toContain(`Checked ${Object.keys(files).length + 1} files`);
  return stdout + stderr;
};

/** The probes that the linter rejects. */
const rejectedOf = (probes: readonly Probe[]): readonly Probe[] => {
  const files = probes.map(({ path, imported }) => [
    path,
    `import { x } from '${imported}';\nexport const y = x;\n`,
  ]);
  const found = lint('style/noRestrictedImports', Object.fromEntries(files));
  return probes.filter(({ path }) => found.includes(`${path}:1:`));
};

const rejected: readonly Probe[] = [
  { path: 'src/core/access/probe.ts', imported: '../../features/tickets/feature.ts' },
  { path: 'src/core/http/probe1.ts', imported: '../../features/tickets/feature.ts' },
  { path: 'src/core/http/probe2.ts', imported: '../../../collections/tickets.ts' },
  { path: 'src/core/jobs/probe.ts', imported: '../../../hooks/index.ts' },
  { path: 'src/core/probe.ts', imported: '../plugin.ts' },
  { path: 'src/core/database/probe.ts', imported: '../http/operation.ts' },
  { path: 'src/core/shared/probe.ts', imported: '../database/pool.ts' },
  { path: 'src/core/shared/text/probe.ts', imported: '../../database/pool.ts' },
  { path: 'src/features/tickets/probe1.ts', imported: '../../features.ts' },
  { path: 'src/features/tickets/probe2.ts', imported: '../../../collections/tickets.ts' },
  { path: 'src/features/tickets/admin/probe3.ts', imported: '../../../../hooks/index.ts' },
  { path: 'src/features/mail/chain/probe1.ts', imported: '../interception.ts' },
  { path: 'src/features/mail/chain/probe2.ts', imported: 'payload' },
  { path: 'src/features/mail/chain/message/probe.ts', imported: '../../../../core/database/pool.ts' },
  { path: 'src/features/mail/chain/transports/smtp/probe.ts', imported: '../../../../settings/feature.ts' },
  { path: 'src/features/inbound/message/probe1.ts', imported: '../decide.ts' },
  { path: 'src/features/inbound/message/probe2.ts', imported: '@payloadcms/ui' },
  { path: 'src/features/inbound/message/reply/probe.ts', imported: '../../authentication/domains.ts' },
  { path: 'hooks/probe.ts', imported: '../collections/tickets.ts' },
  { path: 'collections/probe.ts', imported: '../src/plugin.ts' },
  { path: 'src/app/probe.ts', imported: '../src/core/context.ts' },
];

/** The imports by which the parts that know no CMS reach themselves and shared code. */
const admitted: readonly Probe[] = [
  { path: 'src/core/shared/text/admitted.ts', imported: '../values/ids.ts' },
  { path: 'src/features/mail/chain/admitted.ts', imported: './transports/smtp.ts' },
  { path: 'src/features/mail/chain/message/admitted.ts', imported: '../transport.ts' },
  {
    path: 'src/features/mail/chain/transports/smtp/admitted.ts',
    imported: '../../../../../core/shared/text/text.ts',
  },
  { path: 'src/features/inbound/message/admitted.ts', imported: '../../../core/shared/text/text.ts' },
  { path: 'src/features/inbound/message/reply/admitted.ts', imported: '../mailboxes.ts' },
];

it('the linter rejects an import from each forbidden side', () => {
  expect(rejectedOf([...rejected, ...admitted])).toEqual(rejected);
});

it('the linter knows features by the depth of a file in them: others read their faces alone', () => {
  const depths = [1, 2, 3, 4].map((depth) => {
    // One that is not there: the linter holds the arrows of a new feature, too.
    const folder = `src/features/${['anything', 'a', 'b', 'c'].slice(0, depth).join('/')}`;
    const up = '../'.repeat(depth);
    const inside = ['tickets/rules.ts', 'tickets/operations/ticket.ts', '../features.ts', '../plugin.ts'];
    const faces = ['tickets/feature.ts', 'tickets/ui.ts', 'email-log/rsc.ts', '../core/tools/tool.ts'];
    const own = depth > 1 ? ['../rules.ts', './rules.ts'] : ['./rules.ts', './a/rules.ts'];
    return {
      inside: inside.map((path, index) => ({ path: `${folder}/inside${index}.ts`, imported: up + path })),
      faces: [...faces.map((path) => up + path), ...own].map((imported, index) => ({
        path: `${folder}/face${index}.ts`,
        imported,
      })),
    };
  });
  const inside = depths.flatMap((depth) => depth.inside);
  expect(rejectedOf([...inside, ...depths.flatMap(({ faces }) => faces)])).toEqual(inside);
});

it('the linter rejects a circle of imports, types included', () => {
  const found = lint('suspicious/noImportCycles', {
    'src/core/one.ts': "import type { Other } from './other.ts';\nexport type One = Other[];\n",
    'src/core/other.ts': "import type { One } from './one.ts';\nexport type Other = One[];\n",
  });
  expect(found).toContain('src/core/one.ts:1:');
});

it('no file of a feature is deeper than the linter knows', () => {
  const paths = readdirSync('src/features', { recursive: true, encoding: 'utf8' });
  expect(paths.filter((path) => /\.tsx?$/.test(path) && path.split('/').length > 5)).toEqual([]);
});

it('the hooks of a collection hand over to one feature: the others declare theirs', () => {
  const featuresOf = (path: string) =>
    new Set(readFileSync(join('hooks', path), 'utf8').match(/(?<=\/features\/)[\w-]+/g));
  expect(readdirSync('hooks').filter((path) => featuresOf(path).size > 1)).toEqual([]);
});

it('no component runs SQL', () => {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.tsx'),
  );
  const runsSql = (path: string) =>
    /\bpostgresOf\b|\brunStatement\b|\.query[<(]/.test(readFileSync(join('src', path), 'utf8'));
  expect(paths.filter(runsSql)).toEqual([]);
});

it('no form of a page hands its submission on to the form of the CMS around it', () => {
  const form = 'export const Part = () => <form />;\n';
  const rule = 'correctness/noRestrictedElements';
  expect(lint(rule, { 'src/features/x/admin/Part.tsx': form })).toContain('Part.tsx:1:');
  expect(lint(rule, { 'bench/Part.tsx': form })).not.toContain('Part.tsx:1:');
});
