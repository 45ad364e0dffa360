import type { APIError } from 'payload';

/** One field that the CMS refused. */
interface Problem {
  readonly path: string;
  readonly message: string;
}

/**
 * Whether the CMS refused something by an error of its own. Told by what it holds: `next build` shortens the names of the
 * CMS's classes, which are the names of its errors, and bundles several copies of them.
 */
export const isErrorOfCms = (error: unknown): error is APIError =>
  error instanceof Error && typeof Reflect.get(error, 'status') === 'number' && 'isPublic' in error;

/** What the CMS found wrong with a record's fields; null for any error but its `ValidationError`. */
export const problemsOf = (error: unknown): Problem[] | null => {
  if (!isErrorOfCms(error) || error.status !== 400) return null;
  const errors: unknown = Reflect.get(Object(error.data), 'errors');
  if (!Array.isArray(errors)) return null;
  return errors.map(({ path, message }: Problem) => ({ path, message }));
};
