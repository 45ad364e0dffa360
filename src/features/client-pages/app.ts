import { type Context, Hono } from 'hono';
import { getRequestLanguage, type Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { assertDatabaseAnswers } from '../../core/database/assertPostgres.ts';
import { assertOwnOrigin } from '../../core/http/credentials.ts';
import { countPage, subjectOfHeaders } from '../../core/http/rate-limit/rateLimit.ts';
import { type ApiError, errorTable, isApiError, toApiError } from '../../core/shared/errors/errors.ts';
import { removeFile } from '../../core/shared/files/removeFile.ts';
import { type ApiClient, createApiClient } from '../client-sessions/feature.ts';
import { type Asset, loadAssets } from './assets/assets.ts';
import { isOfAnother, readForm, refusalOfForm } from './form.ts';
import { safety } from './page.ts';
import { sentencePage, showRefusal } from './pages/refusal.ts';
import { noForm } from './sentForm.ts';
import { type ClientPage, type SignedInPerson, type Visit, visitIn } from './visit.ts';

interface Bindings {
  readonly payload: Payload;
  readonly portal: PortalContext;
  /** The CMS's whole REST stack, in this process. */
  readonly handle: (request: Request) => Promise<Response>;
}

type Environment = { Bindings: Bindings };

type Show = ClientPage['show'];

/** The part of a path below the client pages. A framework may have taken the app's base path off. */
export const belowOf = (pathname: string, path: string): string => {
  const parts = path.split('/').slice(1);
  const found = parts
    .map((_, index) => `/${parts.slice(index).join('/')}`)
    .find((one) => pathname === one || pathname.startsWith(`${one}/`));
  const below = pathname.slice(found?.length ?? 0).replace(/(?<!\/)\/+$/, '');
  return below === '' ? '/' : below;
};

/** The status and the sentence of a form that was refused before its page looked at it. */
const refusedForms = {
  tooLarge: [413, 'clientPages:errors:tooLong'],
  unreadable: [400, 'clientPages:errors:unreadable'],
  tooMany: [429, 'clientPages:errors:tooMany'],
} as const;

/** The client pages as a handler of Web requests. */
export const buildClientPages = ({
  payload,
  portal,
  handle,
}: Bindings): ((request: Request) => Promise<Response>) => {
  const { path } = portal.options.clients.pages;
  const app = new Hono<Environment>({ getPath: (request) => belowOf(new URL(request.url).pathname, path) });
  app.get('/assets/:name', async ({ req }, next) => {
    const asset = Object.values(await loadAssets()).find(({ name }) => name === req.param('name'));
    return asset ? assetResponse(asset) : next();
  });

  // Runs before anything is read: a form from another site does not hold what the person typed.
  app.use(async ({ req }, next) => {
    const { headers, method, url } = req.raw;
    if (method === 'POST') assertOwnOrigin({ headers, method, origin: new URL(url).origin, payload });
    await next();
  });

  /** The page, after which the files that came with the request are gone. */
  const shown = async (show: Show, visit: Visit, context: Context<Environment>): Promise<Response> => {
    const names = namesIn(context);
    if (!names.every(isName)) return showRefusal(visit, { status: 404, body: null });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      return await show({ ...visit, ended }, ...names);
    } finally {
      end();
      await Promise.all(visit.received.map((path) => removeFile(path)));
    }
  };

  /** A page that anyone may open, in the language of the person who is signed in. */
  const open =
    ({ show }: ClientPage) =>
    async (context: Context<Environment>) => {
      const visit = await visitOf(context, null);
      const user = await userOfSession(visit);
      const language = user?.language ?? null;
      const refused = user === null ? limitedResponse(visit) : null;
      return refused ?? shown(show, language === null ? visit : await visitIn(language, visit), context);
    };

  /** A page of a person who is signed in. */
  const personal = (page: ClientPage) => {
    const { keepsText, method } = page;
    const show = method === 'POST' ? withForm(page) : page.show;
    return async (context: Context<Environment>) => {
      const visit = await visitOf(context, null);
      const session = await visit.api.send({ method: 'GET', path: '/session' });
      if (session.status !== 200)
        return keepsText ? shown(show, { ...visit, refusal: session }, context) : showRefusal(visit, session);
      return shown(show, await visitOf(context, session.body, visit.api), context);
    };
  };

  for (const page of portal.features.flatMap(({ clientPages }) => clientPages ?? []))
    app.on(page.method ?? 'GET', page.path, page.isOpen ? open(page) : personal(page));

  app.notFound(async (context) => {
    const visit = await visitOf(context, null);
    const allowed = methodsAt(app, context.req.path);
    if (allowed.length === 0 || allowed.includes(context.req.method))
      return sentencePage(visit, 404, 'clientPages:errors:notFoundTitle', 'clientPages:errors:notFound');
    const response = sentencePage(visit, 405, 'clientPages:errors:refusedTitle', 'clientPages:errors:method');
    response.headers.set('Allow', allowed.join(', '));
    return response;
  });

  app.onError(async (error, context) => {
    const visit = await visitOf(context, null);
    const refusal = refusalOfForm(error);
    if (refusal !== null) {
      const [status, sentence] = refusedForms[refusal];
      return sentencePage(visit, status, 'clientPages:errors:refusedTitle', sentence);
    }
    if (isApiError(error) && error.code === 'forbidden')
      return sentencePage(visit, 403, 'clientPages:errors:refusedTitle', 'clientPages:errors:origin');
    const { code } = await causeOf(payload, error);
    if (code === 'unavailable' || code === 'insufficient_storage')
      return showRefusal(visit, { status: errorTable[code].status, body: null });
    payload.logger.error({ err: error, msg: 'A client page failed.' });
    return sentencePage(visit, 500, 'clientPages:errors:brokenTitle', 'clientPages:errors:broken');
  });

  return async (request) => {
    const response = await app.fetch(request, { payload, portal, handle });
    if (request.method === 'HEAD') return new Response(null, response);
    return response;
  };
};

/** A page with its form, which is refused if it was made for another person than the one who is signed in now. */
const withForm =
  ({ show, answersAnothers }: ClientPage): Show =>
  async (visit, ...names) => {
    const sent = { ...visit, form: await readForm(visit) };
    if (isOfAnother(sent) && !answersAnothers)
      return sentencePage(sent, 409, 'clientPages:errors:refusedTitle', 'clientPages:errors:otherForm');
    return show(sent, ...names);
  };

/** The API error for any error; `unavailable` for one that an unreachable database has caused. */
const causeOf = async (payload: Payload, error: unknown): Promise<ApiError> => {
  const apiError = toApiError(error);
  if (apiError.code !== 'internal_error') return apiError;
  return assertDatabaseAnswers(payload).then(() => apiError, toApiError);
};

/** The response to a page too many of a network without a session; null while it has some left. */
const limitedResponse = (visit: Visit): Response | null => {
  const { payload, portal, request } = visit;
  const wait = countPage(payload, portal.options.rateLimit.perMinute, subjectOfHeaders(request.headers));
  if (wait === null) return null;
  const page = sentencePage(visit, 429, 'clientPages:errors:refusedTitle', 'clientPages:errors:tooManyPages');
  page.headers.set('Retry-After', String(wait));
  return page;
};

/** The records that the path names. */
const namesIn = ({ req }: Context<Environment>): [id: string, user: string] => [
  req.param('id') ?? '',
  req.param('user') ?? '',
];

/**
 * True for a text that can be the id of a record or the secret of a link. Names stand in the addresses of forms: with a
 * slash in one, which a path may hold as `%2F`, the button of a page would send its form to another address.
 */
const isName = (name: string): boolean => /^[\w-]*$/.test(name);

const visitOf = async (
  { env: { payload, portal, handle }, req }: Context<Environment>,
  person: Visit['person'],
  api?: ApiClient,
): Promise<Visit> => {
  const request = req.raw;
  const { origin, search } = new URL(request.url);
  const base = portal.options.clients.pages.path;
  const { config } = payload;
  const language =
    person?.user.language ?? getRequestLanguage({ config, cookies: new Map(), headers: request.headers });
  return visitIn(language, {
    request,
    payload,
    portal,
    assets: await loadAssets(),
    api:
      api ??
      createApiClient({ payload, portal, headers: request.headers, origin, isOfOnePage: true, handle }),
    base,
    here: `${base}${req.path === '/' ? '' : req.path}${search}`,
    person,
    refusal: null,
    form: noForm,
    received: [],
    ended: Promise.resolve(),
  });
};

/** The person who is signed in; null for no one. */
const userOfSession = async ({ api, request, portal }: Visit): Promise<SignedInPerson['user'] | null> => {
  const mayBe = request.headers.get('Cookie')?.includes('sp-client=') || portal.options.clients.authenticate;
  if (!mayBe) return null;
  const session = await api.send({ method: 'GET', path: '/session' });
  return session.status === 200 ? session.body.user : null;
};

/** The methods that a path has, for the header `Allow`. */
const methodsAt = ({ router }: Hono<Environment>, path: string): readonly string[] => {
  const has = (method: string) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method);
  return [...(has('GET') ? ['GET', 'HEAD'] : []), ...(has('POST') ? ['POST'] : [])];
};

const assetResponse = ({ text, type }: Asset): Response =>
  new Response(text, {
    headers: { ...safety, 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' },
  });
