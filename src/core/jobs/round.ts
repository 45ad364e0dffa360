import type { Payload } from 'payload';
import { keptOn } from '../shared/concurrency/keptOn.ts';

export interface Round {
  /** Number of jobs and deliveries done. */
  readonly jobs: number;
  /** True if time was up while items were still due. */
  readonly more: boolean;
}

/** Does one bounded round of everything that the portal does by itself. */
type Tick = () => Promise<Round>;

const heldBy = (payload: Payload) => keptOn<{ tick?: Tick }>(payload, 'tick', () => ({}));

/** Sets what a tick of a Payload instance does, so that the operation behind it depends on none of the parts. */
export const provideTick = (payload: Payload, tick: Tick): void => {
  heldBy(payload).tick = tick;
};

/** @throws if the portal of this instance has not begun to start */
export const tickOf = (payload: Payload): Tick => {
  const { tick } = heldBy(payload);
  if (!tick) throw new Error('The portal has not started in this Payload instance.');
  return tick;
};
