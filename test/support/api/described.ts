import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { TestPortal } from '../portal/payload.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is JSON, and what the tests look for in it is to be there
type Node = any;

export interface DescribedOperation {
  id: string;
  method: string;
  /** The path with its parameters in braces. */
  path: string;
  responses: Record<string, Node>;
}

/** The portal's own description, to compare its responses with. */
export interface Description {
  document: Node;
  operations: readonly DescribedOperation[];
  /** Every response seen so far, as `operation status`. */
  seen: Set<string>;
  /** Sends a request to an operation and asserts that its response is described. */
  fetch(id: string, path: string, init?: RequestInit): Promise<Response>;
}

export const readDescription = async (portal: TestPortal): Promise<Description> => {
  const document = await (await portal.fetch('/api/v1/openapi.json')).json();
  const operations = operationsOf(document);
  const validatorOf = buildValidators(document);
  const seen = new Set<string>();
  return {
    document,
    operations,
    seen,
    async fetch(id, path, init = {}) {
      const operation = operations.find((one) => one.id === id);
      if (!operation) throw new Error(`There is no operation ${id}.`);
      const response = await portal.fetch(`/api${path}`, { method: operation.method, ...init });
      const what = `${init.method ?? operation.method} ${path} (${id}) → ${response.status}`;
      const pointer = pointerTo(operation, response.status);
      expect(pointer, `${what} is not described: ${await response.clone().text()}`).not.toBeNull();
      const described = at(document, pointer ?? '');
      assertHeaders(described, response, document, what);
      await assertBody(described, response, what, (type) =>
        validatorOf(`${pointer}/content/${escaped(type)}/schema`),
      );
      seen.add(`${id} ${response.status}`);
      return response;
    },
  };
};

const operationsOf = (document: Node): DescribedOperation[] =>
  Object.entries(document.paths as Record<string, Node>).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Node>).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      responses: operation.responses,
    })),
  );

const escaped = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

const pointerTo = ({ method, path, responses }: DescribedOperation, status: number): string | null => {
  const described = responses[String(status)];
  if (!described) return null;
  if (described.$ref) return described.$ref.slice(1);
  return `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`;
};

const at = (document: Node, pointer: string): Node =>
  pointer
    .split('/')
    .slice(1)
    .reduce((node, part) => node[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);

/** Headers that are no matter of the API, and need no description. */
const plainHeaders = [
  'content-type',
  'content-length',
  'cache-control',
  'x-content-type-options',
  'content-security-policy',
  'content-disposition',
  'accept-ranges',
  'referrer-policy',
  'x-dns-prefetch-control',
  'vary',
  'x-robots-tag',
];

const assertHeaders = (described: Node, { headers }: Response, document: Node, what: string): void => {
  const known: Record<string, Node> = described.headers ?? {};
  const names = Object.keys(known).map((name) => name.toLowerCase());
  const unknown = [...headers.keys()].filter(
    (name) => !names.includes(name) && !plainHeaders.includes(name) && !name.startsWith('access-control'),
  );
  expect(unknown, `${what}: headers that are not described`).toEqual([]);
  const missing = Object.entries(known)
    .filter(([name, { $ref }]) => at(document, $ref.slice(1)).required && !headers.has(name))
    .map(([name]) => name);
  expect(missing, `${what}: headers that are described and not there`).toEqual([]);
};

const assertBody = async (
  described: Node,
  response: Response,
  what: string,
  validatorOf: (type: string) => ValidateFunction,
): Promise<void> => {
  const text = await response.clone().text();
  if (!described.content) return expect(text, what).toBe('');
  const [given = ''] = (response.headers.get('Content-Type') ?? '').split(';');
  const type = Object.keys(described.content).find((one) => one === given || one === '*/*');
  expect(type, `${what}: ${given} is not described`).toBeDefined();
  if (!type?.endsWith('json')) return;
  const validate = validatorOf(type);
  expect(validate(JSON.parse(text)), `${what}: ${text}\n${JSON.stringify(validate.errors, null, 1)}`).toBe(
    true,
  );
};

/** Validators that treat an undescribed property as an error: a client may not rely on it. */
const buildValidators = (document: Node): ((pointer: string) => ValidateFunction) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(close(document), 'document');
  const made = new Map<string, ValidateFunction>();
  return (pointer) => {
    const found = made.get(pointer) ?? ajv.compile({ $ref: `document#${encodeURI(pointer)}` });
    made.set(pointer, found);
    return found;
  };
};

const close = (node: Node): Node => {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const closed = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, close(value)]));
  const isOpen = closed.type === 'object' && closed.properties && closed.additionalProperties === undefined;
  return isOpen ? { ...closed, additionalProperties: false } : closed;
};
