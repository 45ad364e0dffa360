/** Waits for a promise, but no longer than some milliseconds: then `fallback` is the answer. */
export const within = async <Value, Fallback>(
  promise: Promise<Value>,
  milliseconds: number,
  fallback: Fallback,
): Promise<Value | Fallback> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Fallback>((resolve) => {
    timer = setTimeout(resolve, milliseconds, fallback);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
