import { type NextRequest, NextResponse } from 'next/server';

const passed = ['/api', '/admin', '/support', '/my-tickets'];

/** Leads the app's own pages to a language, with a policy of theirs. What the CMS and the portal serve passes as it is. */
export const proxy = (request: NextRequest) => {
  const { pathname, basePath } = request.nextUrl;
  if (passed.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return NextResponse.next();
  if (!pathname.startsWith('/en'))
    return NextResponse.redirect(new URL(`${basePath}/en${pathname}`, request.url));
  const response = NextResponse.next();
  response.headers.set('Content-Security-Policy', "default-src 'self'");
  return response;
};
