import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { operationsOf } from '../../support/portal/context.ts';

const pages = [
  'README.md',
  ...readdirSync('docs').flatMap((name) => (/\.md$/.test(name) ? [`docs/${name}`] : [])),
];

const textOf = (page: string): string => readFileSync(page, 'utf8');

it.each(pages)('%s has no dead links', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  const missing = links
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => !existsSync(join(dirname(page), link)));
  expect(missing).toEqual([]);
});

it.each(['staff', 'operators', 'security', 'from-wordpress'])(
  'docs/%s.md names only paths of the API',
  (name) => {
    const known = operationsOf().map(({ path }) => path);
    const named = [...textOf(`docs/${name}.md`).matchAll(/\/api(\/portal\/v1\/[\w/-]+)/g)];
    expect(named.map(([, path]) => path).filter((path = '') => !known.includes(path))).toEqual([]);
  },
);

it('the README links to every page', () => {
  const readme = textOf('README.md');
  for (const page of pages.slice(1)) expect(readme).toContain(`(${page})`);
});
