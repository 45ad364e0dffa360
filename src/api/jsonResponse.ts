interface JsonOptions {
  status?: number;
  headers?: Readonly<Record<string, string>>;
}

/** An answer that no cache keeps and no browser takes for anything but JSON. */
export const jsonResponse = (body: unknown, { status = 200, headers = {} }: JsonOptions = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
