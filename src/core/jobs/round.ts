import type { Payload } from 'payload';

export interface Round {
  /** How many jobs and deliveries were done. */
  readonly jobs: number;
  /** Whether time was up while something was still due. */
  readonly more: boolean;
}

/** Does one bounded round of everything that the portal does by itself. */
type Tick = () => Promise<Round>;

const key = Symbol.for('payload-support-portal.tick');

/** Says what a tick of a Payload instance does; the operation that calls it knows none of the parts. */
export const provideTick = (payload: Payload, tick: Tick): void => {
  (payload as Payload & { [key]?: Tick })[key] = tick;
};

/** @throws if the portal of this instance has not begun to start */
export const tickOf = (payload: Payload): Tick => {
  const tick = (payload as Payload & { [key]?: Tick })[key];
  if (!tick) throw new Error('The portal has not started in this Payload instance.');
  return tick;
};
