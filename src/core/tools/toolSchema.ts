import { z } from 'zod';
import { simplifySchema } from '../shared/values/jsonSchema.ts';
import type { ToolSchema } from './tool.ts';

/**
 * The JSON Schema of a tool's arguments or of its response.
 *
 * @throws an Error for a schema that JSON Schema cannot express
 */
export const toolSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): ToolSchema =>
  z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: io === 'input' ? 'throw' : 'any',
    override: ({ jsonSchema }) => simplifySchema(jsonSchema, io),
  });
