import { type DetailedError, Upload } from 'tus-js-client';
import { isGone } from '../../../core/shared/values/isGone.ts';

/** The size of a chunk, in bytes, which passes proxies and the limits of hosts and of Next. */
const chunkSize = 4 * 1024 * 1024;

/** Delays between two tries, in milliseconds; the last one is repeated. */
const delays = [500, 1_000, 3_000, 5_000, 10_000, 15_000];

/** Tries in a row of a request that is refused for now, or fails in the portal. A connection that is away is tried for ever. */
const mostRefusals = 10;

/** Delay between two polls of a file that is still being taken, in milliseconds. */
const betweenPolls = 1_000;

export interface LargeFile {
  readonly file: File;
  /** The address of large uploads. */
  readonly endpoint: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress(share: number): void;
  /** Called when the connection is lost, and when it is there again. */
  onWaiting?(isWaiting: boolean): void;
  /** Gives up, so that nothing more is sent. */
  readonly signal?: AbortSignal;
}

export type SentLargeFile =
  | { readonly ok: true; readonly id: string; readonly name: string; readonly size: number }
  /** `message` is the server's sentence; null without one. `isGone`: the file was changed or removed after it was chosen. */
  | {
      readonly ok: false;
      readonly status: number;
      readonly message: string | null;
      readonly isGone?: boolean;
    };

/**
 * Sends a file in chunks. It goes on after a lost connection and a restart of the server, and, if the same file is
 * chosen again for the same target, after a reload of the page. Never rejects.
 */
export const sendFile = async (large: LargeFile): Promise<SentLargeFile> => {
  try {
    return await stateOf(large, await transfer(large));
  } catch (error) {
    return { ...refusalIn(error), isGone: await isGone(large.file) };
  }
};

/** @returns the address of the upload, once all of it is sent */
const transfer = (large: LargeFile) =>
  new Promise<string>((resolve, reject) => {
    const { file, endpoint, metadata, headers = {}, onProgress, onWaiting = () => {}, signal } = large;
    let failures = 0;
    const giveUp = (): void => {
      void upload.abort();
      reject(new Error('The upload was given up.'));
    };
    const again = (): void => {
      const wait = delays[Math.min(failures, delays.length - 1)] ?? 0;
      failures += 1;
      const timer = setTimeout(start, wait);
      // A connection that returns is used at once.
      addEventListener('online', start, { once: true });
      function start() {
        clearTimeout(timer);
        removeEventListener('online', start);
        if (!signal?.aborted) upload.start();
      }
    };
    const upload = new Upload(file, {
      endpoint,
      chunkSize,
      headers: { ...headers },
      metadata: { filename: file.name, filetype: file.type, ...metadata },
      retryDelays: null,
      // Another target is another upload; that of another person is not there, and begins anew.
      fingerprint: async () =>
        [
          'sp-upload',
          endpoint,
          ...Object.values(metadata),
          file.name,
          file.type,
          file.size,
          file.lastModified,
        ].join(' '),
      removeFingerprintOnSuccess: true,
      // After any refusal of a HEAD the client would send all of the file anew. Only an upload that is gone may begin anew.
      onAfterResponse: async (request, response) => {
        if (request.getMethod() !== 'HEAD' || response.getStatus() < 400) return;
        const refusal = await refusalOfHead(large, request.getURL(), response.getStatus());
        if (refusal) throw new RefusedUpload(refusal);
      },
      onProgress: (sent, size) => onProgress(size > 0 ? sent / size : 0),
      onChunkComplete: () => {
        failures = 0;
        onWaiting(false);
      },
      onSuccess: () => resolve(upload.url ?? ''),
      onError: async (error) => {
        const { status, hasEnded } = refusalIn(error);
        if (hasEnded) await forget(upload);
        // The reason for refusing a new upload does not pass by itself.
        const isSending = (error as DetailedError).originalRequest?.getMethod() === 'PATCH';
        const passes = isPassing(status) || (status === 409 && isSending);
        if (!passes || (status !== 0 && status <= 500 && failures >= mostRefusals)) return reject(error);
        // No connection brings it back.
        if (await isGone(file)) return reject(error);
        onWaiting(true);
        again();
      },
    });
    upload.findPreviousUploads().then((earlier) => {
      const [last] = earlier.toSorted((one, other) => other.creationTime.localeCompare(one.creationTime));
      if (last) upload.resumeFromPreviousUpload(last);
      if (signal?.aborted) return giveUp();
      signal?.addEventListener('abort', giveUp, { once: true });
      upload.start();
    }, reject);
  });

/** A lost connection, a server that restarts, too many requests, another request that still sends. */
const isPassing = (status: number): boolean =>
  status === 0 || (status >= 500 && status !== 507) || [423, 429].includes(status);

interface Refusal {
  readonly ok: false;
  /** It is 0 without a response. */
  readonly status: number;
  /** The code of the portal's error, and its sentence; null without one. */
  readonly code: string | null;
  readonly message: string | null;
  /** True if the upload itself was refused: it takes no more bytes. */
  readonly hasEnded?: boolean;
}

/** The refusal of a HEAD, which has no body for its reason. */
class RefusedUpload extends Error {
  constructor(readonly refusal: Refusal) {
    super('The upload cannot go on.');
  }
}

const refusalIn = (error: unknown): Refusal => {
  const { causingError, originalResponse: response } = error as DetailedError;
  if (causingError instanceof RefusedUpload) return causingError.refusal;
  return refusalOf(response?.getStatus() ?? 0, response?.getBody());
};

/** Errors of the portal about an upload that is not there. The 404 of a proxy says nothing about it. */
const goneCodes: readonly (string | null)[] = ['not_found', 'link_expired'];

/** @returns null if the upload is gone */
const refusalOfHead = async (large: LargeFile, url: string, status: number): Promise<Refusal | null> => {
  if (isPassing(status)) return refusalOf(status);
  const found = await look(large, url);
  if ('ok' in found) return goneCodes.includes(found.code) ? null : found;
  // Another request still sends.
  if (found.status !== 'refused') return refusalOf(423);
  return { ...refusalOf(422), message: found.error?.message ?? null, hasEnded: true };
};

/** Has the same file begin anew the next time that it is chosen. */
const forget = async (upload: Upload): Promise<void> => {
  for (const { urlStorageKey } of await upload.findPreviousUploads())
    await upload.options.urlStorage?.removeUpload(urlStorageKey);
};

interface State {
  readonly status: 'open' | 'processing' | 'complete' | 'refused';
  readonly filename: string;
  readonly size_bytes: number;
  readonly file_id: string | null;
  readonly error: { readonly message: string } | null;
}

/** The state of an upload, or the reason why it cannot be read. */
const look = async ({ headers = {} }: LargeFile, url: string): Promise<State | Refusal> => {
  try {
    const response = await fetch(url, { headers, credentials: 'same-origin' });
    return response.ok ? await response.json() : refusalOf(response.status, await response.text());
  } catch {
    return refusalOf(0);
  }
};

/** Waits until the server has made a file of the upload. */
const stateOf = async (large: LargeFile, url: string): Promise<SentLargeFile> => {
  for (let failures = 0; ; ) {
    const found = await look(large, url);
    if ('ok' in found) {
      if (!isPassing(found.status)) return found;
      failures += 1;
    } else {
      const { status, file_id, filename, size_bytes, error } = found;
      if (file_id !== null) return { ok: true, id: file_id, name: filename, size: size_bytes };
      if (status === 'refused') return { ok: false, status: 422, message: error?.message ?? null };
    }
    await new Promise((resume) => setTimeout(resume, Math.min(failures + 1, 15) * betweenPolls));
  }
};

const refusalOf = (status: number, body = ''): Refusal => {
  const { error, message } = parse(body);
  const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
  return { ok: false, status, code: textOrNull(error), message: textOrNull(message) };
};

const parse = (body: string): { readonly error?: unknown; readonly message?: unknown } => {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
};
