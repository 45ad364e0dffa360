import type { Feature } from '../feature.ts';
import type { ResolvedOptions } from '../options/resolve.ts';
import type { Operation } from './operation.ts';
import { withSessionRoutes } from './sessionRoutes.ts';

/**
 * Every operation of the features, in their order, with the routes for sessions.
 *
 * @throws {OptionError} if an option of an operation is wrong, such as the name of a tool
 */
export const operationTable = (
  features: readonly Feature[],
  options: ResolvedOptions,
): readonly Operation[] =>
  features.flatMap(({ operations = [] }) =>
    withSessionRoutes(typeof operations === 'function' ? operations(features, options) : operations),
  );
