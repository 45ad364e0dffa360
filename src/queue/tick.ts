import type { Payload } from 'payload';
import type { Round } from './round.ts';

/** Does one bounded round of everything that the portal does by itself. */
export type Tick = () => Promise<Round>;

const key = Symbol.for('payload-support-portal.tick');

/** Says what a tick of a Payload instance does; the operation that is called for it knows nothing of the parts. */
export const provideTick = (payload: Payload, tick: Tick): void => {
  (payload as Payload & { [key]?: Tick })[key] = tick;
};

/** @throws where the portal of this instance has not begun to start */
export const tickOf = (payload: Payload): Tick => {
  const tick = (payload as Payload & { [key]?: Tick })[key];
  if (!tick) throw new Error('The portal has not started in this Payload instance.');
  return tick;
};
