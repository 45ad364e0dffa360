import type { CollectionConfig, CollectionSlug, FlattenedField, Payload } from 'payload';
import { flattenTopLevelFields } from 'payload';
import type { PortalContext } from '../context.ts';

/** The parts of the collection that have a say in what becomes of a new ticket. */
interface Parts {
  readonly access: unknown;
  readonly hooks: ReadonlyMap<string, readonly unknown[]>;
  /** What validates each field, by its name; undefined where that is the CMS's own rule for its kind. */
  readonly fields: ReadonlyMap<string, unknown>;
}

const built = new WeakMap<PortalContext, Parts>();
const answers = new WeakMap<Payload, boolean>();

/** Remembers the collection of tickets as the portal has built it, to be told from what others make of it. */
export const rememberTickets = (portal: PortalContext, { access, hooks, fields }: CollectionConfig): void => {
  const named = flattenTopLevelFields([...fields], true).flatMap((field) =>
    'name' in field && field.name && field.type !== 'ui' ? [field] : [],
  );
  built.set(portal, {
    access: access?.create,
    hooks: new Map(Object.entries(hooks ?? {}).map(([kind, list]) => [kind, [...list]])),
    fields: new Map(
      named.map((field) => [String(field.name), 'validate' in field ? field.validate : undefined]),
    ),
  });
};

/**
 * Whether the collection of tickets is the portal's alone: no app and no other plugin has added a field or a hook to
 * it, or changed who may make one. Asked once for each Payload instance, whose config does not change.
 */
export const areTicketsAsBuilt = (payload: Payload, portal: PortalContext): boolean => {
  const known = answers.get(payload);
  if (known !== undefined) return known;
  const answer = compare(payload, portal);
  answers.set(payload, answer);
  return answer;
};

const compare = (payload: Payload, portal: PortalContext): boolean => {
  const parts = built.get(portal);
  const config = payload.collections[portal.options.slugs.tickets as CollectionSlug]?.config;
  if (!parts || !config || config.access.create !== parts.access) return false;
  const isSameHooks = Object.entries(config.hooks).every(([kind, list]) => {
    const own = parts.hooks.get(kind) ?? [];
    return list.length === own.length && list.every((hook: unknown, index: number) => hook === own[index]);
  });
  const fields = config.flattenedFields.filter(({ name }) => !addedByCms.has(name));
  return (
    isSameHooks &&
    fields.length === parts.fields.size &&
    fields.every((field) => parts.fields.has(field.name) && isAsGiven(field, parts.fields.get(field.name)))
  );
};

const addedByCms: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt']);

const isAsGiven = (field: FlattenedField, validate: unknown): boolean =>
  Object.values(('hooks' in field && field.hooks) || {}).every((hooks) => hooks.length === 0) &&
  (validate === undefined || ('validate' in field && field.validate === validate));
