import type { Feature } from '../feature.ts';
import type { ResolvedOptions } from '../options/resolve.ts';
import { withDescription } from './openapi/operations.ts';
import { openInput } from './opened/openInput.ts';
import type { Operation } from './operation.ts';
import { buildRoutes, type Route } from './routes.ts';
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

/**
 * The routes of all operations as a portal serves them: they take the fields that the app opens, and describe themselves.
 *
 * @throws {OptionError} as `operationTable`, and if the API has a field of the name of an opened one
 */
export const routesOf = (features: readonly Feature[], options: ResolvedOptions): readonly Route[] =>
  buildRoutes(
    withDescription(
      operationTable(features, options).map((operation) => openInput(operation, options.additions)),
    ),
  );
