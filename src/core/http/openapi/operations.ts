import type { Payload } from 'payload';
import { z } from 'zod';
import { validationFailed } from '../../shared/errors/errors.ts';
import { rejectParameters } from '../body.ts';
import { bodyOf } from '../encoding.ts';
import type { OpenOperation, Operation } from '../operation.ts';
import type { OpenContext } from '../operationContext.ts';
import { buildDocument } from './document.ts';
import type { OpenApiDocument } from './documentTypes.ts';
import { renderPage } from './page/page.ts';
import { pageHeaders } from './page/style.ts';
import { describeOpened } from './schemas.ts';
import { declaredBy } from './webhooks.ts';

/** The table of operations, extended by the operations that serve its description. */
export const withDescription = (operations: readonly Operation[]): readonly Operation[] => {
  const described: Operation[] = [
    ...operations,
    describingOperation({
      name: 'get_openapi',
      summary: 'Reads this description.',
      path: '/v1/openapi.json',
      mediaType: 'application/json',
      open: (context) => respond(context, ({ json }) => keptResponse(json, jsonHeaders)),
    }),
    describingOperation({
      name: 'get_docs',
      summary: 'Reads this description as a page for people.',
      path: '/v1/docs',
      mediaType: 'text/html',
      open: (context) => respond(context, ({ page }) => keptResponse(page, pageHeaders)),
    }),
  ];
  const respond = async (
    { payload, portal, url }: OpenContext,
    respond: (description: Description) => Response,
  ): Promise<Response> => {
    const unknown = rejectParameters(url.searchParams);
    if (unknown.length > 0) throw validationFailed(unknown);
    return respond(
      descriptionOf(payload, () =>
        buildDocument({
          operations: described,
          ...declaredBy(portal.features),
          config: payload.config,
          opened: describeOpened(payload, portal),
          options: portal.options,
        }),
      ),
    );
  };
  return described;
};

type Describing = Required<Pick<OpenOperation, 'name' | 'summary' | 'path' | 'open'>> & {
  readonly mediaType: string;
};

const describingOperation = ({ mediaType, ...own }: Describing): OpenOperation => ({
  ...own,
  kind: 'open',
  method: 'GET',
  input: z.strictObject({}),
  response: { output: z.null(), status: 200, mediaType },
  errors: ['validation_failed'],
});

/** Each as bytes: the requests for it do not count, so none encodes it anew. */
interface Description {
  readonly json: Buffer;
  readonly page: Buffer;
}

const kept = new WeakMap<Payload, Description>();

/** Built once for each Payload instance, because its sources do not change. */
const descriptionOf = (payload: Payload, build: () => OpenApiDocument): Description => {
  const found = kept.get(payload);
  if (found) return found;
  const document = build();
  const description = {
    json: Buffer.from(JSON.stringify(document)),
    page: Buffer.from(renderPage(document)),
  };
  kept.set(payload, description);
  return description;
};

const keptResponse = (bytes: Buffer, headers: Readonly<Record<string, string>>): Response =>
  new Response(bodyOf(bytes), { headers: { ...headers, 'Content-Length': String(bytes.byteLength) } });

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};
