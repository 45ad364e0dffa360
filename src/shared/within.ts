/**
 * Waits for a promise, but no longer than some milliseconds: then `fallback` is the answer. Where the process itself
 * was held up, what has arrived meanwhile still counts.
 */
export const within = async <Value, Fallback>(
  promise: Promise<Value>,
  milliseconds: number,
  fallback: Fallback,
): Promise<Value | Fallback> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Fallback>((resolve) => {
    // Between a timer and an immediate, Node reads what the network and the disk have brought.
    timer = setTimeout(() => setImmediate(resolve, fallback), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
