/** The code by which PostgreSQL refused something, wherever in the chain of causes; null for any other error. */
export const sqlStateOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && /^[\dA-Z]{5}$/.test(code) ? code : sqlStateOf(error.cause);
};
