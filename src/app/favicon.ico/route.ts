export const dynamic = 'force-dynamic';

/**
 * Browsers look here while one page of the admin takes the place of another, whose head names the icons: for a moment
 * none is named. There is nothing to show then, which is no error.
 */
export const GET = () => new Response(null, { status: 204 });
