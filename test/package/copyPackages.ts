import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
}

/**
 * Gives a new app the packages it asks for, and what these ask for, from the checkout's own: as npm would install them,
 * without asking a registry. A package that only this checkout's tests need is not among them.
 *
 * @param names what the app and the packed plugin depend on
 */
export const copyPackages = (checkout: string, app: string, names: readonly string[]): void => {
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const places = new Set<string>();
  const visit = (name: string, from: string): void => {
    const place = placeOf(packages, name, from);
    if (place === null || places.has(place) || !existsSync(join(checkout, place))) return;
    places.add(place);
    for (const needed of needsOf(packages[place] ?? {})) visit(needed, place);
  };
  for (const name of names) visit(name, '');
  for (const place of places) link(join(checkout, place), join(app, place));
  linkCommands(
    app,
    names.map((name) => [name, packages[`node_modules/${name}`]?.bin ?? {}]),
  );
};

/** What `npx` finds. */
const linkCommands = (
  app: string,
  bins: readonly (readonly [string, Readonly<Record<string, string>>])[],
): void => {
  const folder = join(app, 'node_modules/.bin');
  mkdirSync(folder, { recursive: true });
  for (const [name, commands] of bins)
    for (const [command, program] of Object.entries(commands))
      symlinkSync(join('..', name, program), join(folder, command));
};

const needsOf = ({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): string[] => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
];

/** Where Node finds a package that is asked for from a place; null where it is not installed. */
const placeOf = (packages: object, name: string, from: string): string | null => {
  const place = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (place in packages) return place;
  if (from === '') return null;
  const above = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')));
  return placeOf(packages, name, from.includes('/node_modules/') ? above : '');
};

/** Its files under a second name: a copy in no time. */
const link = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') link(source, target);
    else if (entry.isFile()) linkFile(source, target);
  }
};

const linkFile = (source: string, target: string): void => {
  try {
    linkSync(source, target);
  } catch {
    // Of another disk.
    copyFileSync(source, target);
  }
};
