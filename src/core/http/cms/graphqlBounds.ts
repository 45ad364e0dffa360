import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { ApiError } from '../../shared/errors/errors.ts';

/**
 * The most that one GraphQL document may hold. Spreads count as if they were expanded. The introspection that tools
 * send takes up about a quarter.
 */
const graphqlBounds = {
  operations: 10,
  fragments: 50,
  depth: 20,
  fields: 500,
  spreads: 100,
  aliases: 30,
  /** Validation compares the arguments of each field with those of each other field of its name. */
  arguments: 100,
  /** Logins, and requests for a new password and the like. */
  credentials: 1,
} as const;

/** Contents of a selection once its spreads are expanded. */
interface Weight {
  readonly fields: number;
  readonly spreads: number;
  readonly aliases: number;
  /** Fields and directives that have arguments. */
  readonly arguments: number;
  readonly depth: number;
  /** Fields at its top. */
  readonly tops: number;
  /** Names of fields at its top that try a credential. */
  readonly credentials: number;
  /** Top fields that begin a session. */
  readonly sessions: number;
}

const nothing: Weight = {
  fields: 0,
  spreads: 0,
  aliases: 0,
  arguments: 0,
  depth: 0,
  tops: 0,
  credentials: 0,
  sessions: 0,
};

/** The CMS's mutations that try a credential, each followed by the name of a collection. */
const triesCredential = /^(?:login|forgotPassword|resetPassword|verifyEmail|unlock|refreshToken)/;
const beginsSession = /^(?:login|resetPassword)/;

const sentences: Readonly<Record<keyof typeof graphqlBounds, string>> = {
  operations: 'operations in a document',
  fragments: 'fragments in a document',
  depth: 'levels of fields',
  fields: 'fields, those of fragments counted wherever they are spread',
  spreads: 'spreads, those within fragments counted wherever these are spread',
  aliases: 'aliases, those of fragments counted wherever they are spread',
  arguments: 'fields and directives with arguments, those of fragments counted wherever they are spread',
  credentials: 'login or request about a password or an account',
};

const tooMuch = (bound: keyof typeof graphqlBounds): ApiError =>
  new ApiError(
    'bad_request',
    `The query is too large: it may have ${graphqlBounds[bound]} ${sentences[bound]}.`,
  );

interface BoundedDocument {
  /** True if it logs someone in. */
  readonly beginsSession: boolean;
  /** The fields at the top of its largest operation, each of which is a request of its own in other APIs. */
  readonly requests: number;
}

/**
 * Measures a parsed document in one walk, before a rule of validation expands it.
 *
 * @throws {ApiError} `bad_request` for a document that is over a bound, or whose fragments lead in a circle
 */
export const assertBounded = ({ definitions }: DocumentNode): BoundedDocument => {
  const operations = definitions.filter(
    (one): one is OperationDefinitionNode => one.kind === kinds.operation,
  );
  const fragments = definitions.filter((one): one is FragmentDefinitionNode => one.kind === kinds.fragment);
  if (operations.length > graphqlBounds.operations) throw tooMuch('operations');
  if (fragments.length > graphqlBounds.fragments) throw tooMuch('fragments');
  const weigh = buildScale(fragments);
  // Validation walks through each fragment by itself, too.
  const weights = [...operations, ...fragments].map(({ selectionSet }) => weigh(selectionSet, 1));
  const total = weights.reduce(add, nothing);
  const exceeded = (['depth', 'fields', 'spreads', 'aliases', 'arguments'] as const).find(
    (name) => total[name] > graphqlBounds[name],
  );
  if (exceeded) throw tooMuch(exceeded);
  const mutations = operations
    .filter(({ operation }) => operation === 'mutation')
    .map(({ selectionSet }) => weigh(selectionSet, 1));
  const requests = Math.max(...operations.map(({ selectionSet }) => weigh(selectionSet, 1).tops));
  if (mutations.some(({ credentials }) => credentials > graphqlBounds.credentials))
    throw tooMuch('credentials');
  return { beginsSession: mutations.some(({ sessions }) => sessions > 0), requests };
};

/** The values of graphql's `Kind`, which only the app's own copy of graphql has. */
const kinds = {
  operation: 'OperationDefinition',
  fragment: 'FragmentDefinition',
  field: 'Field',
  spread: 'FragmentSpread',
} as const;

type Scale = (selection: SelectionSetNode | undefined, level: number) => Weight;

const buildScale = (fragments: readonly FragmentDefinitionNode[]): Scale => {
  const known = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  if (known.size < fragments.length) throw new ApiError('bad_request', 'Two fragments have the same name.');
  const weights = new Map<string, Weight | 'open'>();

  const weighFragment = (name: string): Weight => {
    const found = weights.get(name);
    if (found === 'open') throw new ApiError('bad_request', 'The fragments form a circle.');
    if (found) return found;
    weights.set(name, 'open');
    const weight = weigh(known.get(name)?.selectionSet, 1);
    weights.set(name, weight);
    return weight;
  };

  const weigh: Scale = (selection, level) => {
    if (level > graphqlBounds.depth) throw tooMuch('depth');
    return (selection?.selections ?? []).reduce<Weight>((sum, node) => {
      if (node.kind === kinds.field) return add(sum, ofField(node, weigh(node.selectionSet, level + 1)));
      if (node.kind !== kinds.spread) return add(sum, weigh(node.selectionSet, level + 1));
      const { spreads, ...weight } = weighFragment(node.name.value);
      return add(sum, { ...weight, spreads: spreads + 1 });
    }, nothing);
  };
  return weigh;
};

const ofField = (
  { name, alias, arguments: given = [], directives = [] }: FieldNode,
  below: Weight,
): Weight => ({
  fields: below.fields + 1,
  spreads: below.spreads,
  aliases: below.aliases + (alias ? 1 : 0),
  arguments:
    below.arguments + [given, ...directives.map((one) => one.arguments ?? [])].filter(isGiven).length,
  depth: below.depth + 1,
  tops: 1,
  credentials: triesCredential.test(name.value) ? 1 : 0,
  sessions: beginsSession.test(name.value) ? 1 : 0,
});

const isGiven = (values: readonly unknown[]): boolean => values.length > 0;

const add = (one: Weight, other: Weight): Weight => ({
  fields: one.fields + other.fields,
  spreads: one.spreads + other.spreads,
  aliases: one.aliases + other.aliases,
  arguments: one.arguments + other.arguments,
  depth: Math.max(one.depth, other.depth),
  tops: one.tops + other.tops,
  credentials: one.credentials + other.credentials,
  sessions: one.sessions + other.sessions,
});
