import type { SanitizedConfig } from 'payload';
import type { ResolvedOptions } from '../../options/resolve.ts';
import { apiRouteOf } from '../../shared/portal/apiRoute.ts';
import type { Operation } from '../operation.ts';
import type { OpenApiDocument, PathItem } from './documentTypes.ts';
import { buildErrorResponses } from './errorResponses.ts';
import { type Describing, describeOperation } from './operation.ts';
import { responseHeaders } from './parameters.ts';
import { buildSchemas, type OpenedSchemas } from './schemas.ts';
import { listSecuritySchemes } from './security.ts';
import { listTags } from './tags.ts';
import { type Declared, describeEvents } from './webhooks.ts';

interface Described extends Declared {
  readonly operations: readonly Operation[];
  readonly config: Pick<SanitizedConfig, 'cookiePrefix' | 'routes' | 'serverURL'>;
  readonly opened: OpenedSchemas;
  readonly options: Pick<ResolvedOptions, 'prefix' | 'rateLimit' | 'roles'>;
}

/** Describes the API from the table of operations and the schemas that validate (OpenAPI 3.1). */
export const buildDocument = ({
  operations,
  events,
  tags,
  securitySchemes,
  config,
  opened,
  options,
}: Described): OpenApiDocument => {
  const schemas = buildSchemas(opened);
  const isLimited = options.rateLimit.perMinute > 0;
  const errors = buildErrorResponses(schemas, isLimited);
  const describing = { schemas, errors, tags, isLimited, technicalRoles: options.roles.technical };
  const paths = describePaths(operations, describing);
  const webhooks = describeEvents(events, schemas);
  const used = new Set(
    JSON.stringify({ paths, errors: errors.components }).match(/components\/headers\/[\w-]+/g),
  );
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: `${config.serverURL}${apiRouteOf({ config }, { options })}` }],
    tags: listTags(
      operations.map(({ path }) => path),
      tags,
    ),
    paths,
    webhooks,
    components: {
      schemas: schemas.components,
      responses: errors.components,
      headers: Object.fromEntries(
        Object.entries(responseHeaders).filter(([name]) => used.has(`components/headers/${name}`)),
      ),
      securitySchemes: listSecuritySchemes(securitySchemes, config.cookiePrefix),
    },
  };
};

const describePaths = (
  operations: readonly Operation[],
  describing: Describing,
): OpenApiDocument['paths'] => {
  const paths: Record<string, PathItem> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, describing),
    };
  }
  return paths;
};

const description = `JSON in UTF-8; timestamps are ISO 8601 in UTC; ids are text. Input is strict: an unknown field or parameter is
refused. Answers may gain fields in later versions: ignore those that you do not know.

Errors are \`{"error", "message", "request_id"}\`; with \`Accept: application/problem+json\` they are problems of RFC 9457.
Branch on \`error\`, show \`message\`. A method that an address does not know is 405 \`method_not_allowed\`, with \`Allow\`.
What answers GET answers HEAD, and every address answers OPTIONS.

Lists are pages: \`page\` and \`per_page\`, or \`cursor\`, by which no row comes twice or is missed while others are
added or removed.`;

const info = {
  title: 'Support portal',
  version: '1.0.0',
  description,
  license: { name: 'MIT', identifier: 'MIT' },
};
