import type { Payload } from 'payload';

/** An address that is being erased, in the forms in which a feature may have to look for it. */
export interface AddressErasure {
  readonly payload: Payload;
  /** The address in small letters, in each notation of its domain. */
  readonly notations: readonly string[];
  /**
   * A regular expression of PostgreSQL that finds it in a text, but not as a part of a longer address. A JSON document is no such
   * text: `textsWithinSql` has the texts within one.
   */
  readonly inText: string;
  /** Later records are not touched. */
  readonly before: Date;
  /** The text that replaces it. */
  readonly placeholder: string;
}
