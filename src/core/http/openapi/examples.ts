import type { Json, JsonSchema } from './documentTypes.ts';
import { propertiesOf, requiredOf, resolveSchema } from './schemas.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** A value that a schema allows: its own example if it has one, else one by its type and its name. */
export const exampleOf = (schema: JsonSchema, components: Components, name = ''): Json => {
  const resolved = resolveSchema(schema, components);
  const given = givenIn(resolved);
  if (given !== undefined) return given;
  const [choice] = (resolved.anyOf ?? resolved.oneOf ?? []) as readonly JsonSchema[];
  if (choice) return exampleOf(choice, components, name);
  const type = Array.isArray(resolved.type) ? resolved.type[0] : resolved.type;
  switch (type) {
    case 'object':
      return objectExample(resolved, components);
    case 'array':
      return [exampleOf((resolved.items ?? {}) as JsonSchema, components, name)];
    case 'string':
      return textExample(resolved, name);
    case 'integer':
    case 'number':
      return typeof resolved.minimum === 'number' ? Math.max(1, resolved.minimum) : 1;
    case 'boolean':
      return false;
    default:
      return null;
  }
};

/** An example with only the required fields: the least that a request may send. */
export const leastExampleOf = (schema: JsonSchema, components: Components): Json => {
  const resolved = resolveSchema(schema, components);
  const given = givenIn(resolved);
  if (given !== undefined) return given;
  const required = requiredOf(resolved);
  const properties = propertiesOf(resolved).filter(([name]) => required.includes(name));
  return Object.fromEntries(
    properties.map(([name, property]) => [name, exampleOf(property, components, name)]),
  );
};

const givenIn = ({ examples, const: only, enum: values, default: usual }: JsonSchema): Json | undefined => {
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  return usual;
};

const objectExample = (schema: JsonSchema, components: Components): Json =>
  Object.fromEntries(
    propertiesOf(schema).map(([name, property]) => [name, exampleOf(property, components, name)]),
  );

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-03-02T09:30:00.000Z',
  date: '2026-03-02',
  uri: 'https://example.com/',
  email: 'ann@example.com',
};

const textExample = ({ format }: JsonSchema, name: string): string => {
  if (typeof format === 'string' && byFormat[format]) return byFormat[format];
  return /^id$|_id$|_by$/.test(name) ? '17' : 'text';
};
