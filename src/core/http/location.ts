import type { PayloadRequest } from 'payload';

/** The path of a record that a POST to its list has created, below the path of the request. */
export const locationOf = (req: PayloadRequest, id: string): string =>
  `${new URL(req.url ?? '/', 'http://localhost').pathname}/${id}`;
