import { z } from 'zod';
import { builtInRoles, type DeclaredScopes } from '../access/roles.ts';
import { scopesIn } from '../access/scopes.ts';
import { OptionError } from '../shared/errors/startErrors.ts';
import type { DeclaredCollection, DeclaredCollections } from './collections.ts';
import type { SupportPortalOptions } from './options.ts';
import { callable, flag, group, type ShapeOf, text, texts, wholeFrom } from './shapes.ts';

/** True if a value may be a field of a collection; the CMS checks the rest of it. */
export const isField = (value: unknown): boolean => typeof Reflect.get(Object(value), 'type') === 'string';

/** The checks of the options that a feature adds. */
export interface OptionChecks {
  /** The check of each option, by its name. */
  readonly shape: Readonly<Record<string, z.ZodType>>;
  /** The check of each of its hooks, by its name below `hooks`. */
  readonly hooks?: Readonly<Record<string, z.ZodType>>;
}

/** The members of a feature's declaration that add options. */
export interface AddsOptions {
  readonly collections?: DeclaredCollections;
  readonly scopes?: DeclaredScopes;
  readonly options?: OptionChecks;
}

const builtIn: readonly string[] = builtInRoles;

const addedRole = text.refine(
  (role) => !builtIn.includes(role),
  `has to be a role of the app's own: the portal has ${builtIn.join(', ')}.`,
);

const slug = text.regex(/^[A-Za-z][\w-]*$/, 'has to be made of letters, digits, - and _.');

const collection = {
  slug: slug.optional(),
  fields: z
    .array(z.custom(isField, 'has to be a field, with a type.'), 'has to be a list of fields.')
    .optional(),
  overrides: callable.optional(),
};

/** The check of one collection's option, by the kind of changes that the app may make. */
const collectionChecks: Readonly<Record<DeclaredCollection['takes'], z.ZodType>> = {
  fields: group(collection),
  apiFields: group({ ...collection, apiFields: texts.optional() }),
  existing: group({ ...collection, existing: flag.optional() }),
};

const origin = text.refine(
  (value) => value === '*' || (URL.canParse(value) && new URL(value).origin === value),
  "has to be an origin, such as https://app.example.com, or '*' in place of the list.",
);

type GroupOf<Key extends keyof SupportPortalOptions> = NonNullable<SupportPortalOptions[Key]>;

const optionsOf = (features: readonly AddsOptions[]) => {
  const collections = Object.entries(
    Object.assign({}, ...features.map(({ collections }) => collections)) as Record<
      string,
      DeclaredCollection
    >,
  );
  return group({
    collections: group(
      Object.fromEntries(collections.map(([name, { takes }]) => [name, collectionChecks[takes]])),
    ),
    roles: group<GroupOf<'roles'>>({
      technical: z.array(addedRole, 'has to be a list of texts.').optional(),
      resolve: callable.optional(),
      organizationsOf: callable.optional(),
    }),
    access: group<GroupOf<'access'>>(
      Object.fromEntries(
        scopesIn(features).map((scope) => [scope, callable.optional()]),
      ) as unknown as ShapeOf<GroupOf<'access'>>,
    ),
    prefix: z
      .string('has to be a text.')
      .regex(/^(\/[\w-]+)*$/, 'has to begin with a slash and end without one, such as /support.')
      .optional(),
    hooks: group(Object.assign({}, ...features.map(({ options }) => options?.hooks))),
    rateLimit: group<GroupOf<'rateLimit'>>({ perMinute: wholeFrom(0).optional() }),
    cors: z.union([z.literal('*'), z.array(origin)], "has to be a list of origins, or '*'.").optional(),
    workers: z.enum(['inline', 'external'], "has to be 'inline' or 'external'.").optional(),
    dataDir: text.optional(),
    cronSecret: text.nullable().optional(),
    disabled: flag.optional(),
    ...Object.assign({}, ...features.map(({ options }) => options?.shape)),
  });
};

/** @throws {OptionError} for the first option that is wrong or does not exist */
export const checkOptions = (given: unknown, features: readonly AddsOptions[]): void => {
  const [issue] = optionsOf(features).safeParse(given).error?.issues ?? [];
  if (!issue) return;
  if (issue.code === 'unrecognized_keys')
    throw new OptionError(pathOf([...issue.path, ...issue.keys.slice(0, 1)]), 'does not exist.');
  throw new OptionError(pathOf(issue.path), issue.message);
};

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');
