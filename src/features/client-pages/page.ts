import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import type { Feature } from '../../core/feature.ts';
import { type Html, html, type Part } from '../../core/shared/html.ts';
import { textsIn } from '../../core/texts/appTexts.ts';
import type { TextKey, TranslateText } from '../../core/texts/text.ts';
import { type Door, type DoorAnswer, doorIn } from '../client-sessions/feature.ts';
import { assets } from './assets/assets.ts';

/** The person who is signed in, as `GET /session` shows them. */
export interface SignedInPerson {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string | null;
    readonly language: string | null;
    readonly notices: 'all' | 'replies' | 'none';
  };
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly last_visit_at: string | null;
  readonly expires_at: string | null;
}

/** A request of a browser for a client page. */
export interface Visit {
  readonly request: Request;
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly door: Door;
  /** The path of the client pages, as the browser knows it. */
  readonly base: string;
  /** The present page's path and query, as the browser knows them. */
  readonly here: string;
  readonly language: string;
  readonly t: TranslateText;
  /** Null for a page without a session. */
  readonly person: SignedInPerson | null;
  /** The response about the session of a page that needs one, if there is none. */
  readonly refusal: DoorAnswer | null;
  /** Paths of the files that have come with the request, which go once the response is out. */
  readonly received: string[];
  /** True for staff who see the page as this person does: it has no forms, and leads nowhere. */
  readonly isView?: boolean;
}

/** A visit whose page, and the refusals on it, are in a language. */
export const visitIn = async (language: string, visit: Omit<Visit, 'language' | 't'>): Promise<Visit> => ({
  ...visit,
  language,
  t: await textsIn(visit.payload, language),
  door: doorIn(language, visit.door),
});

/** A problem with a form. */
export interface Problem {
  readonly message: string;
  /** The field that it is about; null for the whole form. */
  readonly field: string | null;
}

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
  /** Below the client pages; empty for their first page. */
  readonly path: '' | `/${string}`;
  readonly entry: TextKey;
}

/** A page, or the answer to a form, that another feature adds to the client pages. */
export interface ClientPage {
  /** Below the client pages. `:id` in it stands for the id of a record, or the secret of a link. */
  readonly path: `/${string}`;
  /** @default 'GET' */
  readonly method?: 'GET' | 'POST';
  /** Its label in the navigation; without a label it has no entry there. */
  readonly entry?: TextKey;
  /** True for a page that needs no session. */
  readonly isOpen?: boolean;
  readonly show: (visit: Visit, id: string) => Response | Promise<Response>;
}

/** The entries of the navigation: the pages of other features stand before the account. */
const navigationOf = (features: readonly Feature[]): readonly NavigationEntry[] => [
  { path: '', entry: 'clientPages:nav:tickets' },
  { path: '/files', entry: 'clientPages:nav:files' },
  ...features
    .flatMap(({ clientPages }) => clientPages ?? [])
    .flatMap(({ path, entry }) => (entry === undefined ? [] : [{ path, entry }])),
  { path: '/account', entry: 'clientPages:nav:account' },
];

const rightToLeft = /^(?:ar|fa|he|ur|yi)\b/;

/** A page as a response. */
export const showPage = (
  visit: Visit,
  { title, main, status = 200, problems = [], at }: PageParts,
): Response => {
  const { base, language, portal, person, isView, t, door } = visit;
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
<form method="post" action="${base}/sign-out" data-forget><button class="quiet">${t('clientPages:nav:signOut')}</button></form>`
}</div>
</header>
<main id="main" tabindex="-1">${summaryOf(problems, t)}${isView && person && html`<p class="done" role="note">${t('clientPages:view:note', { name: person.user.name ?? person.user.email })}</p>`}${main}</main>
<footer>${trusted(pages.footer?.())}</footer>
</body></html>
`;
  const response = new Response(page.html, { status, headers: headersOf(visit) });
  for (const cookie of door.cookies) response.headers.append('Set-Cookie', cookie);
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
export const goTo = ({ door }: Visit, location: string): Response => {
  const response = new Response(null, { status: 303, headers: { ...safety, Location: location } });
  for (const cookie of door.cookies) response.headers.append('Set-Cookie', cookie);
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

/** Cached by language: creating a formatter takes longer than using it a hundred times. */
const moments = new Map<string, Intl.DateTimeFormat>();

/** A moment in the reader's language and the server's time zone. The script replaces it by one in the browser's zone. */
export const momentOf = ({ language }: Visit, iso: string): Html => {
  const format =
    moments.get(language) ??
    new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  moments.set(language, format);
  return html`<time datetime="${iso}">${format.format(new Date(iso))}</time>`;
};

const web = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

/** The text of a message: line breaks are kept, and addresses of the web are links. */
export const messageOf = (text: string): Html => {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(web)) {
    parts.push(
      text.slice(end, match.index),
      html`<a href="${match[0]}" rel="noopener noreferrer nofollow" target="_blank">${match[0]}</a>`,
    );
    end = match.index + match[0].length;
  }
  return html`<div class="text">${[...parts, text.slice(end)]}</div>`;
};

/** Sentences for errors about the key of a form, of which a person knows nothing. */
const aboutKeys: Readonly<Record<string, TextKey>> = {
  idempotency_in_flight: 'clientPages:errors:stillSending',
  idempotency_mismatch: 'clientPages:errors:alreadySent',
};

/** True for a fault on our side. A full disk (507) has a sentence of its own. */
const isFault = (status: number): boolean => status >= 500 && status !== 507;

/** The sentence of a refusal of the API. */
export const messageIn = ({ t }: Visit, { status, body }: Pick<DoorAnswer, 'status' | 'body'>): string => {
  const key = aboutKeys[body?.error];
  if (key) return t(key);
  return isFault(status) ? t('clientPages:away') : String(body?.details?.[0]?.message ?? body?.message ?? '');
};

/** The problems that a response of the API names. */
export const problemsIn = (
  visit: Visit,
  answer: Pick<DoorAnswer, 'status' | 'body'>,
  fields: readonly string[] = [],
): readonly Problem[] => {
  const details = (answer.body?.details ?? []) as { path: string; message: string }[];
  if (isFault(answer.status) || details.length === 0)
    return [{ field: null, message: messageIn(visit, answer) }];
  return details.map(({ path, message }) => ({ field: fields.includes(path) ? path : null, message }));
};
