import type { PayloadRequest } from 'payload';

/** The path of a record that a POST to its list has created, by the door at which it came. */
export const locationOf = (req: PayloadRequest, id: string): string =>
  `${new URL(req.url ?? '/', 'http://localhost').pathname}/${id}`;
