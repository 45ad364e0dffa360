import { type DetailedError, Upload } from 'tus-js-client';
import { isGone } from '../../../core/shared/values/isGone.ts';

/** The size of a chunk, in bytes, which passes proxies and the limits of hosts and of Next. */
const chunkSize = 4 * 1024 * 1024;

/** Delays between two tries, in milliseconds; the last one is repeated. */
const delays = [500, 1_000, 3_000, 5_000, 10_000, 15_000];

/** Tries in a row of a request that is refused for now. A connection that is away is tried for ever. */
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
 * Sends a large file in chunks. It goes on after a lost connection and a restart of the server, and, if the same file is
 * chosen again for the same target, after a reload of the page. Never rejects.
 */
export const sendFile = async (large: LargeFile): Promise<SentLargeFile> => {
  try {
    return await stateOf(large, await transfer(large));
  } catch (error) {
    const response = (error as DetailedError).originalResponse;
    return {
      ok: false,
      status: response?.getStatus() ?? 0,
      message: messageIn(response?.getBody()),
      isGone: await isGone(large.file),
    };
  }
};

/** @returns the address of the upload, once all of it is sent, or it was refused */
const transfer = ({
  file,
  endpoint,
  metadata,
  headers = {},
  onProgress,
  onWaiting = () => {},
  signal,
}: LargeFile) =>
  new Promise<string>((resolve, reject) => {
    let failures = 0;
    let refused: string | null = null;
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
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD' && isRefusal(response.getStatus())) refused = request.getURL();
      },
      // The client would send all of a refused file anew.
      onBeforeRequest: () => {
        if (refused !== null) throw new Error('The upload was refused.');
      },
      onProgress: (sent, size) => onProgress(size > 0 ? sent / size : 0),
      onChunkComplete: () => {
        failures = 0;
        onWaiting(false);
      },
      onSuccess: () => resolve(upload.url ?? ''),
      onError: async (error) => {
        // Its state tells the reason.
        if (refused !== null) return resolve(refused);
        const { originalRequest, originalResponse } = error as DetailedError;
        const status = originalResponse?.getStatus() ?? 0;
        // The reason for refusing a new upload does not pass by itself.
        const isRefused = status === 409 && originalRequest?.getMethod() === 'POST';
        if (isRefused || !isPassing(status) || (status !== 0 && status < 500 && failures >= mostRefusals))
          return reject(error);
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

/** A lost connection, a server that restarts, another request that still sends, too many requests. */
const isPassing = (status: number): boolean =>
  status === 0 || (status >= 500 && status !== 507) || [409, 423, 429].includes(status);

/** The status of an upload that was refused meanwhile. One that is gone begins anew. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![404, 410].includes(status) && !isPassing(status);

interface State {
  readonly status: 'open' | 'processing' | 'complete' | 'refused';
  readonly filename: string;
  readonly size_bytes: number;
  readonly file_id: string | null;
  readonly error: { readonly message: string } | null;
}

/** Waits until the server has made a file of the upload. */
const stateOf = async ({ headers = {} }: LargeFile, url: string): Promise<SentLargeFile> => {
  for (let failures = 0; ; ) {
    const response = await fetch(url, { headers, credentials: 'same-origin' }).catch(() => null);
    if (response?.ok) {
      const { status, file_id, filename, size_bytes, error } = (await response.json()) as State;
      if (file_id !== null) return { ok: true, id: file_id, name: filename, size: size_bytes };
      if (status === 'refused') return { ok: false, status: 422, message: error?.message ?? null };
    } else if (response && !isPassing(response.status)) {
      return { ok: false, status: response.status, message: messageIn(await response.text()) };
    } else {
      failures += 1;
    }
    await new Promise((resume) => setTimeout(resume, Math.min(failures + 1, 15) * betweenPolls));
  }
};

const messageIn = (body: string | undefined): string | null => {
  try {
    const message: unknown = JSON.parse(body ?? '').message;
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
};
