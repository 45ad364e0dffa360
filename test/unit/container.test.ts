import { existsSync, readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const compose = readFileSync('compose.yaml', 'utf8');

/** The variables of the README's table, which is the contract's. */
const known = [...readFileSync('README.md', 'utf8').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name);

describe('the Dockerfile', () => {
  it('is sound', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('starts a program that is there, as nobody’s superuser', () => {
    const [, started = ''] = /^CMD \["node", "(.+)"\]$/m.exec(dockerfile) ?? [];
    expect(existsSync(started)).toBe(true);
    expect(/^USER (\w+)$/gm.exec(dockerfile)?.[1]).toBe('node');
  });

  it('sets variables that the portal knows', () => {
    const [, set = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
    expect(known).toEqual(expect.arrayContaining([...set.matchAll(/(\w+)=/g)].map(([, name]) => name)));
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

  it('hands on variables that the portal knows, and holds no secret', () => {
    const [, portal = ''] = /\n {2}portal:\n(.*?)\nvolumes:/s.exec(compose) ?? [];
    const handedOn = [...portal.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => ({
      name,
      value,
    }));
    expect(known).toEqual(expect.arrayContaining(handedOn.map(({ name }) => name)));
    for (const { name, value } of handedOn) {
      if (/SECRET|PASSWORD|TOKEN/.test(name ?? '')) expect(value).toMatch(/^\$\{[A-Z_]+:[?-]\}$/);
    }
  });
});

it('no data and no secret gets into the image', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.portal', '.env*', '.git', 'node_modules']));
});
