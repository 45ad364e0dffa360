import type { Socket } from 'node:net';

export interface StatusLine {
  /** The status of the answer as soon as its first line is there, long before its headers end; null until then. */
  status(): number | null;
  /** Forgets it: the next answer on the same connection is awaited. */
  reset(): void;
}

/** Watches what an HTTP client reads from `socket`. Interim answers (1xx) do not count. */
export const watchStatusLine = (socket: Socket): StatusLine => {
  let head = '';
  let status: number | null = null;
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (chunk && status === null) {
      head = withoutInterim(head + chunk.toString('latin1', 0, headLimit)).slice(0, headLimit);
      status = statusOf(head);
    }
    return chunk;
  };
  return {
    status: () => status,
    reset() {
      head = '';
      status = null;
    },
  };
};

const headLimit = 16_384;

const withoutInterim = (head: string): string =>
  head.replace(/^(?:HTTP\/1\.[01] 1\d\d[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)+/, '');

const statusOf = (head: string): number | null => {
  const status = /^HTTP\/1\.[01] ([2-9]\d\d)[^\r\n]*\r?\n/.exec(head)?.[1];
  return status === undefined ? null : Number(status);
};
