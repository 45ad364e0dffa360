interface Exception {
  /** The file, and the full name of the test in it. */
  readonly file: string;
  readonly test: string;
  readonly reason: string;
  /** The sentence of the contract or of the documents that does not hold. */
  readonly contract: string;
}

/** What cannot hold in an app that Next serves. Each must fail there, and be there: see `expectExceptions.ts`. */
export const exceptions: readonly Exception[] = [];
