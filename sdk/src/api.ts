import { jsonBody, type RequestBody } from './body.ts';
import { buildList, type List } from './list.ts';
import type { CallOptions } from './options.ts';
import type { ApiRequest, Send } from './send.ts';
import type { Operations } from './types.ts';

export type OperationName = keyof Operations;

/** The input of an operation: the query of a list, the body of a change. */
export type Input<Name extends OperationName> = Operations[Name]['input'];
export type Output<Name extends OperationName> = Operations[Name]['output'];

/** The filter of a list; the list itself adds the page. */
export type Filter<Name extends OperationName> = Omit<Input<Name>, 'page' | 'cursor'>;

type Call = Pick<ApiRequest, 'method'> & {
  readonly path: string;
  readonly input?: unknown;
  /** A body that is not JSON, instead of `input`. */
  readonly body?: RequestBody;
};

/** The ways in which the resources use the API. */
export interface Api {
  readonly send: Send;
  call<Name extends OperationName>(call: Call, options?: CallOptions): Promise<Output<Name>>;
  list<Item, More = unknown>(
    path: string,
    filter: object | undefined,
    options?: CallOptions,
  ): List<Item, More>;
}

export const buildApi = (send: Send): Api => ({
  send,
  async call<Name extends OperationName>({ input, ...call }: Call, options: CallOptions = {}) {
    const body = call.body ?? (input === undefined ? undefined : jsonBody(input));
    const answer = await send({ ...options, ...call, body });
    return (answer.text ? tagged(JSON.parse(answer.text), answer.response) : null) as Output<Name>;
  },
  list: (path, filter = {}, { signal } = {}) =>
    buildList(async (query) => {
      const answer = await send({ method: 'GET', path, query: { ...filter, ...query }, signal });
      return JSON.parse(answer.text);
    }),
});

/** A record with its version at the time of reading. */
export type Tagged<Item> = Item & {
  /** The value for `ifMatch`. It is not copied by spreading, and is no part of the record's JSON. */
  readonly etag: string;
};

const tagged = (item: object, { headers }: Response): object => {
  const etag = headers.get('ETag');
  return etag === null ? item : Object.defineProperty(item, 'etag', { value: etag });
};

/** An address below the API's root, each value one segment of it. */
export const path = (parts: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw({ raw: parts }, ...values.map(encodeURIComponent));
