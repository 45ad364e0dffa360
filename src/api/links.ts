import type { PageLinks } from '../operations/operation.ts';

/** The `Link` header (RFC 8288) of a page, the request's filters kept. */
export const linkHeader = (url: URL, links: PageLinks): string =>
  relationsOf(links)
    .map(([relation, parameters]) => `<${withParameters(url, parameters)}>; rel="${relation}"`)
    .join(', ');

type Relation = [name: string, parameters: Record<string, string>];

const relationsOf = (links: PageLinks): Relation[] => {
  if (links.kind === 'cursor') return links.next === null ? [] : [['next', { cursor: links.next }]];
  const { page, lastPage } = links;
  const to = (name: string, number: number): Relation => [name, { page: String(number) }];
  return [
    to('first', 1),
    ...(page > 1 ? [to('prev', Math.min(page - 1, lastPage))] : []),
    ...(page < lastPage ? [to('next', page + 1)] : []),
    to('last', lastPage),
  ];
};

const withParameters = (url: URL, parameters: Record<string, string>): string => {
  const target = new URL(url);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target.href;
};
