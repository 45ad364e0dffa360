import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { Served } from '../portal/serve.ts';

export const mcpPath = '/api/portal/v1/mcp';

/** The present revision, and the handshake of the older ones. */
export const eras = [{ pin: '2026-07-28' }, 'legacy'] as const;
type Era = (typeof eras)[number];

/** The official client, connected by an API key until the test is over. */
export const connect = async (
  { url }: Pick<Served, 'url'>,
  key: string,
  era: Era = eras[0],
): Promise<Client> => {
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode: era } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url + mcpPath), { requestInit }));
  onTestFinished(() => client.close());
  return client;
};

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, and fail where it is another one
  readonly body: any;
}

/** Sends requests to the bridge that no client would send. */
export const post = async (
  { url }: Served,
  key: string | null,
  body: unknown,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url + mcpPath, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(method !== 'GET' && method !== 'HEAD' && { body: text }),
  });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: answer === '' ? null : JSON.parse(answer),
  };
};

export const request = (method: string, params: object = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** A message of the present revision, which says all of itself in each request. */
export const modernRequest = (method: string, params: object = {}) => ({
  headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method },
  body: request(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
    },
  }),
});

export const callOf = (name: string, args: unknown = {}) => request('tools/call', { name, arguments: args });
