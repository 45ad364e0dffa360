/** The `Authentication-Results` that the server which received a message may have written, as far as their place tells. */
export interface ServerResults {
  /** Those above the topmost `Received`, from the top: an earlier server or person wrote the fields below it. */
  readonly results: readonly string[];
  /** True if there is a `Received` at all. If there is none, the sender may have written the whole header. */
  readonly isReceived: boolean;
}

interface HeaderField {
  /** In small letters. */
  readonly key: string;
  readonly value: string;
}

/** @param header all fields of a message, from the top */
export const readServerResults = (header: readonly HeaderField[]): ServerResults => {
  const topmost = header.findIndex(({ key }) => key === 'received');
  const above = topmost < 0 ? header : header.slice(0, topmost);
  return {
    results: above.filter(({ key }) => key === 'authentication-results').map(({ value }) => value),
    isReceived: topmost >= 0,
  };
};
