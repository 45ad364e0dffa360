import { isDeepStrictEqual } from 'node:util';
import type { CollectionConfig, CollectionSlug, Field, Payload, SanitizedCollectionConfig } from 'payload';
import type { PortalContext } from '../context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The collection as it left the portal: the CMS, and whoever comes after, may write to the same objects. */
interface Built {
  readonly access: unknown;
  readonly hooks: Readonly<Record<string, readonly unknown[]>>;
  readonly indexes: unknown;
  /** Each field's object, and what was in it. */
  readonly fields: ReadonlyMap<unknown, Fields>;
}

const built = new WeakMap<PortalContext, Built>();
const answers = new WeakMap<Payload, boolean>();

/** Remembers the collection of tickets as the portal has built it, to be told from what others make of it. */
export const rememberTickets = (portal: PortalContext, collection: CollectionConfig): void => {
  const { access, hooks = {}, indexes, fields } = collection;
  built.set(portal, {
    access: access?.create,
    hooks: Object.fromEntries(Object.entries(hooks).map(([kind, list]) => [kind, [...list]])),
    indexes: structuredClone(indexes),
    fields: new Map(fields.map((field: Field) => [field, { ...field }])),
  });
};

/**
 * Whether the collection of tickets is the portal's alone: neither the app nor another plugin has a part in what becomes
 * of a new one. Asked once for each Payload instance, whose config does not change.
 */
export const areTicketsAsBuilt = (payload: Payload, portal: PortalContext): boolean => {
  const known = answers.get(payload);
  if (known !== undefined) return known;
  const before = built.get(portal);
  const now = payload.collections[portal.options.slugs.tickets as CollectionSlug]?.config;
  const answer = before !== undefined && now !== undefined && isSame(before, now);
  answers.set(payload, answer);
  return answer;
};

const isSame = (before: Built, now: SanitizedCollectionConfig): boolean =>
  now.access.create === before.access &&
  Object.entries(now.hooks).every(([kind, list]) => isDeepStrictEqual([...list], before.hooks[kind] ?? [])) &&
  isDeepStrictEqual(now.indexes ?? [], before.indexes ?? []) &&
  [now.versions, now.trash, now.orderable, now.upload, now.auth].every(isNothing) &&
  areFieldsSame(before.fields, now.fields as unknown as Fields[]);

const areFieldsSame = (before: Built['fields'], now: readonly Fields[]): boolean => {
  const added = now.filter((field) => !before.has(field));
  return (
    now.length - added.length === before.size &&
    isDeepStrictEqual(added.map(({ name }) => name).toSorted(), ['createdAt', 'updatedAt']) &&
    now.every((field) => isFieldSame(before.get(field) ?? momentOfCms(field), field))
  );
};

/** The dates that the CMS adds by itself are such fields, with nothing that would change what is stored. */
const momentOfCms = ({ name, index, label }: Fields): Fields => ({ name, type: 'date', index, label });

/** What a field looks like, or is called in a schema, changes no ticket. */
const harmless: ReadonlySet<string> = new Set(['admin', 'label', 'custom', 'enumName', 'interfaceName']);

const isFieldSame = (before: Fields, now: Fields): boolean =>
  Object.keys({ ...before, ...now }).every(
    (key) =>
      harmless.has(key) ||
      before[key] === now[key] ||
      isDeepStrictEqual(before[key], now[key]) ||
      (before[key] === undefined && (isNothing(now[key]) || (key === 'validate' && isRuleOfCms(now[key])))),
  );

/** The CMS gives a field without a rule a function of its own, each time anew. */
const isRuleOfCms = (validate: unknown): boolean => String(validate).includes('defaultValidate(val');

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);
