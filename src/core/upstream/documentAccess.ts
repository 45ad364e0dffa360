import {
  addDataAndFileToRequest,
  addLocalesToRequestFromData,
  type CollectionConfig,
  type CollectionSlug,
  type Config,
  docAccessOperation,
  type Endpoint,
  headersWithCors,
  NotFound,
  type PayloadRequest,
} from 'payload';
import { isId } from '../database/ids.ts';

/**
 * Upstream: the CMS tells any caller their permissions for a record: 404 if there is none, but 200 if it exists and may not
 * be read. So a stranger can find out which ids exist. No report is known.
 * Goes when: the CMS answers 404 to both.
 *
 * Answers 404 to both, over REST and over GraphQL.
 */
export const guardDocumentAccess = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  endpoints: [guardedEndpoint(collection.slug), ...(collection.endpoints || [])],
});

const guardedEndpoint = (slug: string): Endpoint => ({
  path: '/access/:id?',
  method: 'post',
  handler: async (req) => {
    await addDataAndFileToRequest(req);
    addLocalesToRequestFromData(req);
    const collection = req.payload.collections[slug as CollectionSlug];
    if (!collection) throw new NotFound(req.t);
    const id = req.routeParams?.id;
    if (typeof id === 'string') await assertReadable(req, slug, id);
    const answer = await docAccessOperation({
      collection,
      ...(typeof id === 'string' && { id }),
      ...(req.data && { data: req.data as never }),
      req,
    });
    return Response.json(answer, { headers: headersWithCors({ headers: new Headers(), req }) });
  },
});

/** @throws `NotFound`, or `Forbidden` for a caller who may read nothing in the collection */
const assertReadable = async (req: PayloadRequest, slug: string, id: string): Promise<void> => {
  if (!isId(req.payload, id)) throw new NotFound(req.t);
  const collection = slug as CollectionSlug;
  await req.payload.findByID({ collection, id, depth: 0, overrideAccess: false, req });
};

type Queries = NonNullable<NonNullable<Config['graphQL']>['queries']>;

/** Puts the guard before the CMS's own queries of these collections; queries of the app stay as they are. */
export const guardAccessQueries =
  (collections: readonly CollectionConfig[], appsOwn: Queries | undefined): Queries =>
  (graphql, context) => {
    const { fields } = Reflect.get(context, 'Query') as { fields: Record<string, Field> };
    const guarded = collections.flatMap(({ slug, graphQL }) => {
      const name = `docAccess${graphQL ? graphQL.singularName : ''}`;
      const field = fields[name];
      return field ? [[name, guardedField(slug, field)] as const] : [];
    });
    return { ...Object.fromEntries(guarded), ...appsOwn?.(graphql, context) };
  };

interface Field {
  resolve(source: unknown, args: { id: unknown }, context: { req: PayloadRequest }, info: unknown): unknown;
}

const guardedField = (slug: string, field: Field): Field => ({
  ...field,
  async resolve(source, args, context, info) {
    await assertReadable(context.req, slug, String(args.id));
    return field.resolve(source, args, context, info);
  },
});
