import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

const segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.string().regex(/^(?:oc|[cd](?:i(?:\(\.\.\)\(\.\.\)|\(\.{1,3}\)))?)$/),
    z.array(z.string()).nullable(),
  ]),
]);

/** The pages that a browser shows, as Next 16 reads them (`next/dist/server/app-render/types.js`). */
const state: z.ZodType = z.lazy(() =>
  z.tuple([
    segment,
    z.record(z.string(), state),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullish(),
    z.number().nullish(),
    z.string().optional(),
  ]),
);

/** True for a `Next-Router-State-Tree` that Next cannot read. It answers such a request with 500. */
export const hasMalformedState = (headers: IncomingHttpHeaders): boolean => {
  const { 'next-router-state-tree': given } = headers;
  if (given === undefined) return false;
  try {
    return !state.safeParse(JSON.parse(decodeURIComponent(String(given)))).success;
  } catch {
    return true;
  }
};
