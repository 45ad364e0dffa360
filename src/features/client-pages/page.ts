import type { Feature } from '../../core/feature.ts';
import { retryAfter } from '../../core/shared/errors/errors.ts';
import { type Html, html, type Part } from '../../core/shared/text/html.ts';
import type { TextKey, TranslateText } from '../../core/texts/text.ts';
import { authorField, forgetting } from './pages/fields.ts';
import type { Problem } from './problems.ts';
import type { Visit } from './visit.ts';

interface PageParts {
  readonly title: string;
  readonly main: Part;
  readonly status?: number;
  /** Problems with the form of the page; their summary has the focus. */
  readonly problems?: readonly Problem[];
  /** The path of the navigation's entry that is the present page, below the client pages. */
  readonly at?: '' | `/${string}`;
}

interface NavigationEntry {
  /** The path below the client pages; empty for their first page. */
  readonly path: '' | `/${string}`;
  readonly entry: TextKey;
}

/** The entries of the navigation, the account last. */
const navigationOf = (features: readonly Feature[]): readonly NavigationEntry[] => [
  ...features
    .flatMap(({ clientPages }) => clientPages ?? [])
    .flatMap(({ path, entry }) =>
      entry === undefined ? [] : [{ path: path === '/' ? ('' as const) : path, entry }],
    ),
  { path: '/account', entry: 'clientPages:nav:account' },
];

const rightToLeft = /^(?:ar|fa|he|ur|yi)\b/;

/** A page as a response. */
export const showPage = (
  visit: Visit,
  { title, main, status = 200, problems = [], at }: PageParts,
): Response => {
  const { assets, base, language, portal, person, isView, t, api } = visit;
  const { pages } = portal.options.clients;
  const name = pages.title ?? t('clientPages:title');
  const direction = rightToLeft.test(language) ? 'rtl' : 'ltr';
  const link = ({ path, entry }: NavigationEntry) =>
    html`<li><a href="${base}${path}"${at === path && html` aria-current="page"`}>${t(entry)}</a></li>`;
  const page = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><title>${problems.length > 0 && `${t('clientPages:problem')}: `}${title} · ${name}</title>
<link rel="stylesheet" href="${base}/assets/${assets.style.name}">${pages.stylesheet && html`<link rel="stylesheet" href="${pages.stylesheet}">`}
<script src="${base}/assets/${assets.script.name}" defer></script>${trusted(pages.head?.())}
</head>
<body>
<a class="skip" href="#main">${t('clientPages:skip')}</a>
<header class="top">
${trusted(pages.header?.())}<div class="bar"><a class="brand" href="${base}">${pages.logo ? html`<img src="${pages.logo}" alt="${name}">` : name}</a>
${
  person &&
  !isView &&
  html`<nav aria-label="${t('clientPages:nav:label')}"><ul>${navigationOf(portal.features).map(link)}</ul></nav>
<form method="post" action="${base}/sign-out"${forgetting(visit)}>${authorField(visit)}<button class="quiet">${t('clientPages:nav:signOut')}</button></form>`
}</div>
</header>
<main id="main" tabindex="-1">${summaryOf(problems, t)}${isView && person && html`<p class="done" role="note">${t('clientPages:view:note', { name: person.user.name ?? person.user.email })}</p>`}${main}</main>
<footer>${trusted(pages.footer?.())}</footer>
</body></html>
`;
  const response = new Response(page.html, { status, headers: headersOf(visit) });
  if (status === 503) response.headers.set('Retry-After', retryAfter);
  for (const cookie of api.cookies) response.headers.append('Set-Cookie', cookie);
  return response;
};

/** HTML of the app's own functions. */
const trusted = (text: string | undefined): Html => ({ html: text ?? '' });

const summaryOf = (problems: readonly Problem[], t: TranslateText): Part =>
  problems.length > 0 &&
  html`<div class="problems" role="alert" tabindex="-1" autofocus data-focus><h2>${t('clientPages:problems')}</h2><ul>${problems.map(
    ({ field, message }) =>
      html`<li>${field === null ? message : html`<a href="#${field}">${message}</a>`}</li>`,
  )}</ul></div>`;

/** Sends the browser to another page, after a form has done its work. */
export const goTo = ({ api }: Visit, location: string): Response => {
  const response = new Response(null, { status: 303, headers: { ...safety, Location: location } });
  for (const cookie of api.cookies) response.headers.append('Set-Cookie', cookie);
  return response;
};

/** Headers of every response. With `no-referrer` browsers would send `Origin: null` from forms. */
export const safety = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'same-origin',
} as const;

const headersOf = ({ portal }: Visit): Record<string, string> => {
  const { logo, stylesheet, frameAncestors } = portal.options.clients.pages;
  const own = (...addresses: (string | null)[]) => ["'self'", ...addresses.flatMap(originOf)].join(' ');
  return {
    ...safety,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${own(stylesheet)}`,
      "script-src 'self'",
      `img-src ${own(logo)}`,
      "font-src 'self'",
      "connect-src 'self'",
      // The form of a download is redirected to the address of the files.
      `form-action ${own(portal.options.files.url)}`,
      "base-uri 'none'",
      `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
    ].join('; '),
  };
};

const originOf = (address: string | null): string[] =>
  address !== null && /^https?:/.test(address) ? [new URL(address).origin] : [];
