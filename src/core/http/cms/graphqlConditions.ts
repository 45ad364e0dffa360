import type {
  DirectiveNode,
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import { ApiError } from '../../shared/errors/errors.ts';

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
