import { z } from 'zod';
import { OptionError } from '../../options/OptionError.ts';
import type { ResolvedOptions } from '../../options/resolve.ts';
import type { Operation } from '../operation.ts';
import { openings } from './openings.ts';

/**
 * The operation with the fields that the app opens: it takes them unchecked, and the CMS validates them.
 *
 * @throws {OptionError} if the API has a field of such a name
 */
export const openInput = (operation: Operation, additions: ResolvedOptions['additions']): Operation => {
  const { input, method, opens } = operation;
  if (!opens || additions[opens].apiFields.length === 0) return operation;
  if (!('safeExtend' in input)) throw new Error(`The operation ${operation.name} takes no fields.`);
  const object = input as z.ZodObject;
  const { apiFields } = additions[opens];
  const twin = apiFields.find((name) => name in object.shape || name in shapeOf(operation.output));
  if (twin)
    throw new OptionError(
      `collections.${opens}.apiFields`,
      `must not name ${twin}: the API has such a field.`,
    );
  const added = Object.fromEntries(apiFields.map((name) => [name, z.unknown().optional()]));
  const opened = object.safeExtend(added).meta(object.meta() ?? {});
  return {
    ...operation,
    input: opened.register(openings, { collection: opens, use: method === 'POST' ? 'new' : 'change' }),
  };
};

const shapeOf = (schema: z.ZodType): object => ('shape' in schema ? Object(schema.shape) : {});
