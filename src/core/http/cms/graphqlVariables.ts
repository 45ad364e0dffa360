import type {
  DirectiveNode,
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  TypeNode,
  ValueNode,
} from 'graphql';
import { ApiError } from '../../shared/errors/errors.ts';

/**
 * The values that the variables of a query may hold: the CMS makes an error for each that is wrong, ten thousand in a
 * second. Values of a scalar, such as rich text, count as one.
 */
const mostValues = 1_000;

interface Asked {
  readonly schema: Pick<GraphQLSchema, 'getType'>;
  readonly document: DocumentNode;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Counts what the variables hold, before the CMS checks each of them.
 *
 * @throws {ApiError} `bad_request` for too many values
 */
export const assertFewVariables = ({ schema, document, variableValues }: Asked): void => {
  let left: number = mostValues;
  const count = (type: string, value: unknown): void => {
    left -= 1;
    if (left < 0)
      throw new ApiError('bad_request', `The variables of a query may hold ${mostValues} values.`);
    const inner = unwrapped(type);
    if (Array.isArray(value) && inner !== type) for (const item of value) count(inner, item);
    else if (isObject(value)) countFields(type, value);
  };
  const countFields = (type: string, value: Readonly<Record<string, unknown>>): void => {
    const named = schema.getType(type.replace(/[[\]!]/g, ''));
    if (!named || !('getFields' in named)) return;
    const fields = named.getFields() as Readonly<Record<string, { readonly type: unknown } | undefined>>;
    for (const [name, field] of Object.entries(value)) count(String(fields[name]?.type ?? ''), field);
  };

  for (const definition of document.definitions) {
    if (definition.kind !== operation) continue;
    for (const { variable, type } of definition.variableDefinitions ?? [])
      count(printed(type), variableValues?.[variable.name.value]);
  }
};

/** The value of graphql's `Kind.OPERATION_DEFINITION`, which only the app's own copy of graphql has. */
const operation = 'OperationDefinition';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The type of a list's items; for any other type, the type itself. */
const unwrapped = (type: string): string => /^\[(.*)\]!?$/.exec(type)?.[1] ?? type;

/** A type as the schema prints it. */
const printed = (type: TypeNode): string => {
  if (type.kind === 'NonNullType') return `${printed(type.type)}!`;
  return type.kind === 'ListType' ? `[${printed(type.type)}]` : type.name.value;
};

/**
 * Upstream: the CMS measures how complex a document is while it validates it, and answers 500 without a body if that fails,
 * as it does for a subscription, which the CMS does not have, and for `@include` and `@skip` without a condition.
 * No report is known.
 * Goes when: it answers 400.
 *
 * @param document one whose fragments form no circle
 * @throws {ApiError} `bad_request`
 */
export const assertConditions = ({ definitions }: DocumentNode): void => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of definitions) if (one.kind === kinds.fragment) fragments.set(one.name.value, one);
  const judge = (selection: SelectionSetNode | undefined, operation: OperationDefinitionNode): void => {
    for (const node of selection?.selections ?? []) {
      for (const directive of node.directives ?? []) assertCondition(directive, operation);
      const fragment = node.kind === kinds.spread ? fragments.get(node.name.value) : node;
      judge(fragment?.selectionSet, operation);
    }
  };
  for (const one of definitions) {
    if (one.kind !== kinds.operation) continue;
    if (one.operation === 'subscription') throw new ApiError('bad_request', 'There are no subscriptions.');
    judge(one.selectionSet, one);
  }
};

const conditional = new Set(['include', 'skip']);

const assertCondition = (
  { name, arguments: given = [] }: DirectiveNode,
  operation: OperationDefinitionNode,
): void => {
  if (!conditional.has(name.value)) return;
  const [condition, ...others] = given;
  if (condition?.name.value === 'if' && others.length === 0 && isCondition(condition.value, operation))
    return;
  throw new ApiError(
    'bad_request',
    `@${name.value} needs a condition: if, with true, false or a variable that is never null.`,
  );
};

const isCondition = (value: ValueNode, { variableDefinitions = [] }: OperationDefinitionNode): boolean => {
  if (value.kind !== kinds.variable) return value.kind === kinds.boolean;
  const known = variableDefinitions.find(({ variable }) => variable.name.value === value.name.value);
  return known?.type.kind === kinds.nonNull || known?.defaultValue?.kind === kinds.boolean;
};

/** The values of graphql's `Kind`, which only the app's own copy of graphql has. */
const kinds = {
  operation: 'OperationDefinition',
  fragment: 'FragmentDefinition',
  spread: 'FragmentSpread',
  variable: 'Variable',
  boolean: 'BooleanValue',
  nonNull: 'NonNullType',
} as const;
