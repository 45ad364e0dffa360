import { existsSync, readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { readIgnored } from '../support/dockerfile.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const compose = readFileSync('compose.yaml', 'utf8');

/** The variables of the operators' table, which is the contract's. */
const known = [
  ...readFileSync('docs/operators.md', 'utf8').matchAll(/^\| (`[A-Z][A-Z_]+`(?:, `[A-Z][A-Z_]+`)*) +\|/gm),
].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));

const setByImage = [...dockerfile.matchAll(/(?<=^ENV .*)(\w+)=/gm)].map(([, name]) => name ?? '');

describe('the Dockerfile', () => {
  it('is sound', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('starts a program that is there, by a user without rights', () => {
    const [, started = ''] = /^CMD \["node", "--conditions=production", "(.+)"\]$/m.exec(dockerfile) ?? [];
    expect(existsSync(started)).toBe(true);
    expect(/^USER (\w+)$/gm.exec(dockerfile)?.[1]).toBe('node');
  });

  it('sets variables that the portal knows', () => {
    expect(setByImage).toHaveLength(3);
    expect(known).toEqual(expect.arrayContaining(setByImage));
  });

  it('runs every stage on one Node, which gets security fixes for a year or more', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set(['node:24-bookworm-slim']));
  });

  it('installs the portal’s packages in the versions that the tests ran with', () => {
    const dependencies = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    const tested = dependencies('package.json').devDependencies;
    const installed: Record<string, string> = dependencies('portal/package.json').dependencies;
    for (const [name, version] of Object.entries(installed))
      expect([name, tested[name]]).toEqual([name, version]);
  });
});

describe('compose.yaml', () => {
  it('is sound', () => {
    // The formatter quotes doubly.
    const rules: ConstructorParameters<typeof DCLinter>[0]['rules'] = {
      'require-quotes-in-ports': [2, { quoteType: 'double' }],
    };
    const found = new DCLinter({ rules, quiet: true, debug: false, exclude: [] })
      .lintFiles(['compose.yaml'], false)
      .flatMap(({ messages }) => messages.map(({ line, message, rule }) => `${line} ${rule}: ${message}`));
    expect(found).toEqual([]);
  });

  const [, portal = ''] = /\n {2}portal:\n(.*?)\nvolumes:/s.exec(compose) ?? [];
  const passed = [...portal.matchAll(/^ {6}([A-Z_]+):(?: (.*))?$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));

  it('passes every variable of docs/operators.md to the portal', () => {
    // `npm run dev` runs in no container.
    const expected = known.filter((name) => name !== 'DEV_DATABASE_URL' && !setByImage.includes(name));
    expect(expected).toContain('CRON_SECRET');
    expect(passed.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  it('holds no secret', () => {
    const secrets = passed.filter(({ name }) => /SECRET|PASSWORD|TOKEN/.test(name));
    expect(secrets).toHaveLength(11);
    for (const { value } of secrets) expect(value).toMatch(/^(?:\$\{[A-Z_]+:\?\})?$/);
  });
});

describe('.dockerignore', () => {
  const isIgnored = readIgnored(readFileSync('.dockerignore', 'utf8'));

  it.each([
    '.env',
    'sdk/.env.local',
    '.portal/secret',
    '.git/config',
    'node_modules/next/package.json',
    'sdk/node_modules/typescript/package.json',
    'sdk/dist/index.js',
    '.next/portal-stamp',
    'npm-debug.log',
  ])('keeps %s from the image', (path) => {
    expect(isIgnored(path)).toBe(true);
  });

  it.each([
    'package.json',
    'src/environment.ts',
    'src/app/favicon.ico/route.ts',
    'next.config.mjs',
    'sdk/src/index.ts',
  ])('gives %s to the build', (path) => {
    expect(isIgnored(path)).toBe(false);
  });
});
