export const dynamic = 'force-dynamic';

/**
 * Browsers request this address while one admin page replaces another: for a moment no head names the icons. There is no
 * icon to return then, which is no error.
 */
export const GET = () => new Response(null, { status: 204 });
