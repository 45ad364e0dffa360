/** The most places that all lists in the parameters of a request may have together. */
const mostPlaces = 2_000;

/** The CMS's parser reads no more parameters, no deeper paths and no larger numbers; its lists end there. */
const parsed = { parameters: 1_000, depth: 10, place: 1_000 } as const;

/** The most parameters of a page: Next takes a third of a second for a thousand. No list of the admin UI needs as many. */
const mostOfPage = 200;

/**
 * True if the parameters of a request are more than a page has, or than the CMS's parser reads, or name lists with more places
 * than a query can need: `a[999][999]=1` makes two lists of a thousand places each, which that parser fills and walks through
 * before anyone is asked who the caller is.
 */
export const isHeavyQuery = (query: string, { isPage }: { readonly isPage: boolean }): boolean => {
  const most = isPage ? mostOfPage : parsed.parameters;
  const parameters = query.replace(/^\?/, '').split('&', most + 1);
  return parameters.length > most || hasManyPlaces(parameters);
};

const hasManyPlaces = (parameters: readonly string[]): boolean => {
  const sizes = new Map<string, number>();
  let places = 0;
  for (const parameter of parameters) {
    if (!/\[|%5b/i.test(parameter)) continue;
    let depth = 0;
    const name = nameOf(parameter);
    for (const { 1: place = '', index } of name.matchAll(/\[([^[\]]*)\]/g)) {
      depth += 1;
      if (depth > parsed.depth) break;
      const list = name.slice(0, index);
      const size = sizeWith(place);
      const known = sizes.get(list) ?? 0;
      if (size <= known) continue;
      sizes.set(list, size);
      places += size - known;
      if (places > mostPlaces) return true;
    }
  }
  return false;
};

/** The size of a list that has a place of this name; 0 for the name of a field. */
const sizeWith = (place: string): number => {
  if (!/^(?:0|[1-9]\d{0,3})$/.test(place)) return 0;
  const number = Number(place);
  return number <= parsed.place ? number + 1 : 0;
};

/** The name of a parameter as the CMS's parser reads it. */
const nameOf = (parameter: string): string => {
  const at = parameter.indexOf(']=');
  const [name = ''] = at < 0 ? parameter.split('=', 1) : [parameter.slice(0, at + 1)];
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
};
