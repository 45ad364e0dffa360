import { formatAdminURL } from 'payload/shared';
import type { Detail } from '../../shared/errors/errors.ts';
import { personHeader, personText } from '../../shared/portal/pagePerson.ts';
import type { RecordId } from '../../shared/values/ids.ts';
import { isGone } from '../../shared/values/isGone.ts';
import type { TextKey, TextValues, TranslateText } from '../../texts/text.ts';
import { beginTry, endTry, recordOf } from './secondTry.ts';

/** The response of the portal's API. A rejection is a value: the form shows it at its field. */
export type PortalResult<Output> = Accepted<Output> | Rejection;

interface Accepted<Output> {
  readonly ok: true;
  readonly output: Output;
  /** True if an earlier try had done it, whose response was lost: nothing was done now. */
  readonly isReplayed?: boolean;
}

export interface Rejection {
  readonly ok: false;
  readonly message: Reason;
  readonly details: readonly Detail<string>[];
  /** True if the record is not there, or out of the person's reach. */
  readonly isMissing?: boolean;
}

export interface PortalRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below `/portal/v1`. */
  readonly path: `/${string}`;
  readonly body?: object;
  /**
   * True if the request outlives its page.
   *
   * @default false
   */
  readonly keepalive?: boolean;
  /**
   * True if the request may be carried out twice. Any other is carried out once, even if its response is lost and the person
   * sends it again.
   *
   * @default false
   */
  readonly isRepeatable?: boolean;
  /**
   * The key of the form that sends it, for an act that must not be done twice: as long as no response is here, the form is sent
   * once, also if its content changes. Without it, other content is another request.
   */
  readonly form?: string;
}

/** The way from a page to the portal's API. */
export interface PortalRoute {
  /** The beginning of the API's addresses. */
  readonly route: string;
  /** The person who opened the page. The portal refuses what another one's session would change, or read. */
  readonly person: RecordId | undefined;
}

const addressOf = ({ route }: PortalRoute, path: `/${string}`): string =>
  formatAdminURL({ apiRoute: route as `/${string}`, path: `/portal/v1${path}` });

/** The header that names the person of the page. */
export const personOfPage = (person: RecordId | undefined): Readonly<Record<string, string>> =>
  person === undefined ? {} : { [personHeader]: personText(person) };

/** Calls the portal's API as the logged-in user, by their session cookie. Never rejects. */
export const callPortal = async <Output>(
  portalRoute: PortalRoute,
  { method, path, body, form, keepalive = false, isRepeatable = false }: PortalRequest,
): Promise<PortalResult<Output>> => {
  const sent = body && JSON.stringify(body);
  const record = recordOf(path);
  const content = form ?? `${method} ${path} ${sent}`;
  const begun = method === 'GET' || isRepeatable ? null : beginTry(record, content, sent !== undefined);
  try {
    const response = await fetch(addressOf(portalRoute, path), {
      method,
      keepalive,
      credentials: 'include',
      headers: {
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        ...personOfPage(portalRoute.person),
        ...(begun && method === 'POST' && { 'Idempotency-Key': begun.key }),
      },
      ...(sent !== undefined && { body: sent }),
    });
    const parsed = response.status === 204 ? null : await response.json();
    if (begun) endTry(record, begun, isAnswer(response.status, parsed));
    if (!response.ok) return rejectionOf(response.status, parsed);
    return { ok: true, output: parsed as Output, isReplayed: response.headers.has('Idempotent-Replayed') };
  } catch {
    if (begun) endTry(record, begun, false);
    return { ok: false, message: unreachable, details: [] };
  }
};

/** True for the response of a request that has ended. Others come from a proxy, or while the request still runs. */
const isAnswer = (status: number, body: { readonly error?: unknown } | null): boolean =>
  status < 500 && body?.error !== inFlight;

const inFlight = 'idempotency_in_flight';
const mismatch = 'idempotency_mismatch';

interface SentFile {
  /** The path below `/portal/v1`. */
  readonly path: `/${string}`;
  readonly file: File;
  readonly fields?: Readonly<Record<string, string>>;
  /**
   * True if the file is sent once, as long as no response is here, however late it is sent again. Otherwise it is another file a minute
   * later.
   *
   * @default false
   */
  readonly isOnce?: boolean;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress(share: number): void;
}

/** Uploads a file to the portal's API in the same way. `fetch` would not say how far it is. Never rejects. */
export const sendFile = <Output>(
  portalRoute: PortalRoute,
  { path, file, fields = {}, isOnce = false, onProgress }: SentFile,
): Promise<PortalResult<Output>> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', file);
    const { name, type, size, lastModified } = file;
    // Each file is a record of its own: another one that came between is no other version of it.
    const record = JSON.stringify([path, fields, name, type, size, lastModified]);
    const begun = beginTry(record, record, isOnce);
    request.open('POST', addressOf(portalRoute, path));
    const headers = { 'Idempotency-Key': begun.key, ...personOfPage(portalRoute.person) };
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, response } = request;
      // The page of a proxy is no answer, whatever its status.
      endTry(record, begun, response !== null && isAnswer(status, response));
      if (response === null) resolve({ ok: false, message: unreachable, details: [] });
      else resolve(status < 300 ? { ok: true, output: response } : rejectionOf(status, response));
    };
    request.onerror = async () => {
      endTry(record, begun, false);
      const message = (await isGone(file)) ? fileGone : unreachable;
      resolve({ ok: false, message, details: [] });
    };
    request.send(form);
  });

interface RefusedBody {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly details?: Rejection['details'];
}

const rejectionOf = (status: number, body: RefusedBody | null): Rejection => ({
  ok: false,
  message: reasonOf(status, body),
  details: body?.details ?? [],
  isMissing: body?.error === 'not_found',
});

/** The API's sentences about credentials and keys are for programs; a person with a session logs in again, or waits. */
const reasonOf = (status: number, body: RefusedBody | null): Reason => {
  if (status === 401) return loggedOut;
  if (body?.error === inFlight) return underWay;
  if (body?.error === mismatch) return sentBefore;
  return typeof body?.message === 'string' ? body.message : unexplained;
};

/** The sentence on an act that has succeeded; another one if it was done by an earlier try, so that none is counted twice. */
export const doneIn = (
  { isReplayed = false }: Pick<Accepted<unknown>, 'isReplayed'>,
  done: string,
  t: TranslateText,
): string => (isReplayed ? t('shared:server:doneBefore') : done);

/** The key for problems of the form as a whole. */
export const whole = Symbol('whole');

/** The messages of a rejection by field. */
export interface Problems {
  readonly [field: string]: string;
  readonly [whole]?: Reason;
}

/** Assigns the messages of a rejection to the fields of a form. */
export const placeProblems = (rejection: Rejection, fields: readonly string[]): Problems => {
  const placed = rejection.details.flatMap(({ path, message }) => {
    const [field = ''] = path.split('.');
    return fields.includes(field) ? [[field, message]] : [];
  });
  return placed.length > 0 ? Object.fromEntries(placed) : { [whole]: reasonOfRejection(rejection) };
};

/** The messages of a rejection as one, without parameter names. */
export const reasonOfRejection = ({ details, message }: Rejection): Reason =>
  details.map((detail) => detail.message).join(' ') || message;

/** The sentence of a rejection as text. */
export const sentenceOf = (rejection: Rejection, t: TranslateText): string =>
  inWords(reasonOfRejection(rejection), t);

/** The reason for a failed request: a sentence of the server, or the key of one of the plugin's. */
export type Reason = string | { readonly key: TextKey; readonly values?: TextValues };

export const unreachable: Reason = { key: 'shared:server:unreachable' };
export const loggedOut: Reason = { key: 'shared:server:loggedOut' };
const underWay: Reason = { key: 'shared:server:underWay' };
/** The form has changed since its first try, which has reached the server. */
const sentBefore: Reason = { key: 'shared:server:sentBefore' };
export const fileGone: Reason = { key: 'shared:server:fileGone' };
export const unexplained: Reason = { key: 'shared:server:unexplained' };

export const inWords = (reason: Reason, t: TranslateText): string =>
  typeof reason === 'string' ? reason : t(reason.key, reason.values);
