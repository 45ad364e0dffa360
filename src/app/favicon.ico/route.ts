import { payloadFaviconDark } from '@payloadcms/ui/assets';

/** Where browsers look while a page takes the place of another, and its own icons are gone for a moment. */
export const GET = () => new Response(null, { status: 307, headers: { Location: payloadFaviconDark.src } });
