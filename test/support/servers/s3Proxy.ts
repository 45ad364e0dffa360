import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Proxy {
  url: string;
  /** As long as it is true, every request is answered 503. */
  isAway: boolean;
  stop(): void;
}

/** Gives the test server what it lacks: a list of the parts of an unfinished object, the end of one, and outages. */
export const startS3Proxy = async (target: string): Promise<S3Proxy> => {
  const parts = new Map<string, Map<string, { etag: string; size: number }>>();
  const ended = new Set<string>();
  const server = createServer((asked, answer) => {
    const { searchParams } = new URL(asked.url ?? '/', target);
    const id = searchParams.get('uploadId');
    const xml = (status: number, text: string) =>
      answer.writeHead(status, { 'Content-Type': 'application/xml' }).end(text);
    if (proxy.isAway) {
      asked.resume();
      return xml(
        503,
        '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
      );
    }
    const known = [...(parts.get(id ?? '') ?? [])];
    if (asked.method === 'GET' && id !== null) {
      if (ended.has(id)) return xml(404, '<Error><Code>NoSuchUpload</Code></Error>');
      const list = known.map(
        ([number, { etag, size }]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${size}</Size></Part>`,
      );
      return xml(
        200,
        `<ListPartsResult><UploadId>${id}</UploadId><IsTruncated>false</IsTruncated>${list.join('')}</ListPartsResult>`,
      );
    }
    // S3 answers the same for an object that is complete.
    if (asked.method === 'DELETE' && id !== null) return answer.writeHead(204).end();
    const { method, headers, url: path } = asked;
    const passed = request(new URL(path ?? '/', target), { method, headers }, (response) => {
      const number = searchParams.get('partNumber');
      if (method === 'PUT' && id !== null && number !== null) {
        const size = Number(headers['x-amz-decoded-content-length'] ?? headers['content-length']);
        parts.set(id, new Map([...known, [number, { etag: String(response.headers.etag), size }]]));
      }
      if (method === 'POST' && id !== null && response.statusCode === 200) ended.add(id);
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy: S3Proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isAway: false,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
};
