import type { LookupFunction } from 'node:net';
import { type GuardOptions, type Refusal, resolveName } from '../guard/destination.ts';

/** Why a connection was not even tried. */
export class RefusedDestination extends Error {
  override readonly name = 'RefusedDestination';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Resolves a name for a connection that is made to exactly these addresses: there is no second look-up to deceive. */
export const guardedLookup =
  (protocol: string, options: GuardOptions): LookupFunction =>
  (name, { all }, callback) => {
    void resolveName(name, protocol, options).then((found) => {
      if (found.kind !== 'destination') return callback(new RefusedDestination(found), '', 0);
      const [first] = found.addresses;
      if (all) callback(null, [...found.addresses]);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
