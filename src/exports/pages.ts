import { getPayload, handleEndpoints, type SanitizedConfig } from 'payload';
import { contextOf } from '../core/context.ts';
import { portalOf } from '../core/portal/portal.ts';
import { buildClientPages } from '../features/client-pages/feature.ts';

interface ClientPagesArguments {
  /** The app's Payload config. */
  readonly config: SanitizedConfig | Promise<SanitizedConfig>;
}

type Handler = (request: Request) => Promise<Response>;

/**
 * The client pages, for `app/support/[[...path]]/route.ts` of a Next app: `export const { GET, HEAD, POST } =
 * clientPages({ config })`. The folder has to match the option `clients.pages.path`.
 */
export const clientPages = ({
  config,
}: ClientPagesArguments): { readonly GET: Handler; readonly HEAD: Handler; readonly POST: Handler } => {
  const built = new WeakMap<object, Handler>();
  const handle: Handler = async (request) => {
    const payload = await getPayload({ config });
    const portal = contextOf(payload);
    if (!portal || portal.options.clients.disabled) return new Response('Not found', { status: 404 });
    await portalOf(payload)?.served();
    const pages =
      built.get(payload.config) ??
      buildClientPages({
        payload,
        portal,
        handle: (sent) => handleEndpoints({ config: payload.config, request: sent }),
      });
    built.set(payload.config, pages);
    return pages(request);
  };
  return { GET: handle, HEAD: handle, POST: handle };
};
