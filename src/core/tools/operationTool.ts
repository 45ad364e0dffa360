import { z } from 'zod';
import { isClient, type Principal } from '../../core/access/roles.ts';
import { keyScopeOf, type RunOperation } from '../../core/http/operation.ts';
import {
  fieldsUnknownTo,
  parseUserInput,
  prepareOperation,
  refusalOf,
} from '../../core/http/prepareOperation.ts';
import type { Tool } from './tool.ts';
import { toolSchemaOf } from './toolSchema.ts';

interface OperationTool
  extends Pick<Tool, 'name' | 'title' | 'description' | 'readOnly' | 'hints' | 'explain'> {
  readonly operation: RunOperation;
  /** The parameters of the operation's path, in braces there. */
  readonly parameters?: Readonly<Record<string, z.ZodType<string>>>;
  /** The tool's names for fields that the operation calls otherwise. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Fields of the operation that the tool does not have. */
  readonly without?: readonly string[];
  /** The schema of the response, as far as the remaining fields allow it. */
  readonly output: z.ZodType;
}

/** One argument of a tool, and the field of the operation that it stands for. */
interface Argument {
  readonly name: string;
  readonly field: string;
  readonly schema: z.ZodType;
  readonly isNumber: boolean;
}

/** An operation as a tool: its schema, its gate, its scope and its code. */
export const operationTool = (parts: OperationTool): Tool => {
  const { operation, parameters = {}, output, ...told } = parts;
  const fields = argumentsOf(parts);
  const shapeFor = (hidden: readonly string[]) => ({
    ...parameters,
    ...Object.fromEntries(
      fields.filter(({ name }) => !hidden.includes(name)).map(({ name, schema }) => [name, schema]),
    ),
  });
  const checked = { ...operation, input: z.strictObject(shapeFor([])) };
  const path = z.object(parameters);
  return {
    ...told,
    inputSchemaFor: (caller) =>
      toolSchemaOf(z.strictObject(shapeFor(hiddenFrom(caller, operation))), 'input'),
    outputSchema: toolSchemaOf(output, 'output'),
    mayUse: async (context) => refusalOf(operation, context) === null,
    async run(given, context) {
      const check = () => parseUserInput(checked, given, context.caller);
      const named = path.safeParse(given);
      // Without the values of its path no record can be looked up: this refuses the call.
      if (!named.success) check();
      const parse = () => {
        check();
        // The operation's own schema validates it again, because it has rules about several fields together.
        return fieldsFrom(given as Readonly<Record<string, unknown>>, fields);
      };
      const run = await prepareOperation(operation, { ...context, params: named.data ?? {} }, { parse });
      return (await run()).output as Readonly<Record<string, unknown>>;
    },
  };
};

const hiddenFrom = (caller: Principal, operation: RunOperation): readonly string[] => [
  ...(isClient(caller) ? (operation.who.staffFields ?? []) : []),
  ...fieldsUnknownTo(caller, operation.who),
];

const argumentsOf = ({ operation, renamed = {}, without = [] }: OperationTool): readonly Argument[] => {
  const { input, name, who } = operation;
  if (!(input instanceof z.ZodObject) || keyScopeOf(who) === null)
    throw new Error(`The operation ${name} cannot be a tool.`);
  const nameOf = new Map(Object.entries(renamed).map(([own, field]) => [field, own]));
  return Object.entries(input.shape as Readonly<Record<string, z.ZodType>>)
    .filter(([field]) => !without.includes(field))
    .map(([field, schema]) => ({ name: nameOf.get(field) ?? field, field, ...inJson(schema) }));
};

/** An argument in JSON form. In a query string every value is text; in JSON a number is a number. */
const inJson = (schema: z.ZodType): Pick<Argument, 'schema' | 'isNumber'> => {
  const { $schema, ...described } = z.toJSONSchema(schema, { io: 'input' });
  if (described.type !== 'integer') return { schema, isNumber: false };
  const number = z
    .number('Enter a whole number.')
    .transform(String)
    .pipe(schema as z.ZodType<unknown, string>);
  return { schema: number.optional().meta(described), isNumber: true };
};

const fieldsFrom = (
  values: Readonly<Record<string, unknown>>,
  fields: readonly Argument[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields
      .filter(({ name }) => values[name] !== undefined)
      .map(({ name, field, isNumber }) => [field, isNumber ? String(values[name]) : values[name]]),
  );
