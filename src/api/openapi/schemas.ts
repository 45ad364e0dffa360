import { z } from 'zod';
import { openings } from '../../operations/opened/openedFields.ts';
import { simplifySchema } from '../../shared/jsonSchema.ts';
import { addOpened, type OpenedSchemas } from './opened.ts';
import type { Json, JsonObject, JsonSchema } from './types.ts';

/** Turns zod's schemas into the document's, and keeps those that have an `id` as its components. */
export interface Schemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** What a request may send: strict. */
  ofInput(schema: z.ZodType): JsonSchema;
  /** What an answer holds: later versions may add to it. */
  ofOutput(schema: z.ZodType): JsonSchema;
}

/** @param opened the fields that the app opens, as the CMS describes them */
export const buildSchemas = (opened: OpenedSchemas): Schemas => {
  const components: Record<string, JsonSchema> = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // A schema that is itself a component would stand at the root, and nothing can refer to the root.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ jsonSchema, zodSchema }) => {
        simplifySchema(jsonSchema, io);
        const opening = openings.get(zodSchema);
        const added = opening && opened[opening.collection];
        if (added) addOpened(jsonSchema, added, opening.use);
      },
    });
    for (const [name, definition] of Object.entries($defs)) {
      components[name] ??= pointToComponents(definition as JsonSchema);
    }
    return pointToComponents(properties?.schema as JsonSchema);
  };
  return {
    components,
    ofInput: (schema) => convert(schema, 'input'),
    ofOutput: (schema) => convert(schema, 'output'),
  };
};

const pointToComponents = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;

/** The schema that a reference of the document stands for. */
export const resolveSchema = (
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema => {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return name === undefined ? schema : (components[name] ?? {});
};

export const propertiesOf = (schema: JsonSchema): [name: string, property: JsonSchema][] =>
  Object.entries((schema.properties ?? {}) as JsonObject).map(([name, property]) => [
    name,
    property as JsonSchema,
  ]);

export const requiredOf = (schema: JsonSchema): readonly Json[] =>
  Array.isArray(schema.required) ? schema.required : [];
