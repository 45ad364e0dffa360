/** How one endpoint's deliveries take turns in this process. */
export interface Lane {
  /**
   * In how many seconds to come again, where there is no hope of a turn soon; null where there is. Whoever hears null
   * either enters or turns back.
   */
  refusal(): number | null;
  turnBack(): void;
  /**
   * Waits for a turn, for twenty seconds at most, and no longer than there is hope.
   *
   * @returns null once it is there, else in how many seconds to come again
   */
  enter(): Promise<number | null>;
  leave(): void;
}

export interface Lanes {
  of(endpoint: string): Lane;
}

/**
 * Tries of one endpoint at once. One that is slow gets fewer, for each holds a place among all, and so does one that has
 * not ended a try yet: there may be many that hang, and nobody knows.
 */
const mostAtOnce = 20;
const mostAtOnceIfNew = 4;
const mostAtOnceIfSlow = 2;

/** Milliseconds that a try takes on average from which on an endpoint is slow. */
const slow = 5_000;

/** Those who wait hold a place among all, too. */
const mostWaiting = 200;
const mostWaitingIfNew = 12;
const longestWait = 20_000;
const betweenHopes = 500;

/** Seconds after which a delivery without a turn comes again. */
const soonestReturn = 1;
const latestReturn = 20;

/** How much the last try counts in the average. */
const weight = 0.2;

/** Idle lanes that are remembered for their speed. */
const mostIdle = 10_000;

interface State {
  running: number[];
  waiting: ((isTurn: boolean) => void)[];
  /** Those who were not refused, and have not entered yet. */
  coming: number;
  /** Turns that are given and not taken yet. */
  promised: number;
  hasEndedOne: boolean;
  /** Of a try, in milliseconds. */
  average: number;
  /** When a delivery that comes now would have its turn, after all that were sent away. */
  nextReturn: number;
}

/** Keeps an endpoint that hangs from taking the places of all others. */
export const buildLanes = (now: () => number = () => performance.now()): Lanes => {
  const states = new Map<string, State>();

  const stateOf = (endpoint: string): State => {
    const known = states.get(endpoint);
    // The newest at the end, so that the oldest idle one can be forgotten.
    if (known) states.delete(endpoint);
    const state = known ?? {
      running: [],
      waiting: [],
      coming: 0,
      promised: 0,
      hasEndedOne: false,
      average: 0,
      nextReturn: 0,
    };
    states.set(endpoint, state);
    if (states.size > mostIdle) forgetOldest();
    return state;
  };

  const forgetOldest = (): void => {
    for (const [endpoint, { running, waiting, coming, promised }] of states) {
      if (running.length + waiting.length + coming + promised > 0) continue;
      states.delete(endpoint);
      return;
    }
  };

  /** A try that hangs tells more than those that ended. */
  const paceOf = ({ average, running }: State): number => Math.max(average, now() - (running[0] ?? now()));

  const placesOf = (state: State): number => {
    if (paceOf(state) > slow) return mostAtOnceIfSlow;
    return state.hasEndedOne ? mostAtOnce : mostAtOnceIfNew;
  };

  const hasPlace = (state: State): boolean => state.running.length + state.promised < placesOf(state);

  const sendAway = (state: State): number => {
    const gap = paceOf(state) / placesOf(state);
    state.nextReturn = Math.max(state.nextReturn, now()) + gap;
    return Math.min(Math.max((state.nextReturn - now()) / 1_000, soonestReturn), latestReturn);
  };

  /** How long whoever is at that place of the queue will wait, as it looks now. */
  const expectedWait = (state: State, place: number): number =>
    ((place + 1) * paceOf(state)) / placesOf(state);

  const isCrowded = (state: State): boolean => {
    const { running, promised, coming, waiting, hasEndedOne } = state;
    const before = running.length + promised + coming + waiting.length - placesOf(state);
    if (before < 0) return false;
    return (
      before >= (hasEndedOne ? mostWaiting : mostWaitingIfNew) || expectedWait(state, before) > longestWait
    );
  };

  const waitForTurn = (state: State): Promise<boolean> =>
    new Promise((resolve) => {
      const end = now() + longestWait;
      const call = (isTurn: boolean) => {
        clearInterval(timer);
        resolve(isTurn);
      };
      const timer = setInterval(() => {
        const place = state.waiting.indexOf(call);
        if (now() + expectedWait(state, place) < end) return;
        state.waiting.splice(place, 1);
        call(false);
      }, betweenHopes);
      state.waiting.push(call);
    });

  const arrive = (state: State): void => {
    state.coming = Math.max(0, state.coming - 1);
  };

  const laneOf = (state: State): Lane => {
    let began = 0;
    const begin = (): null => {
      began = now();
      state.running.push(began);
      return null;
    };
    return {
      refusal() {
        if (isCrowded(state)) return sendAway(state);
        state.coming += 1;
        return null;
      },
      turnBack: () => arrive(state),
      async enter() {
        arrive(state);
        if (hasPlace(state)) return begin();
        if (!(await waitForTurn(state))) return sendAway(state);
        state.promised -= 1;
        return begin();
      },
      leave() {
        state.running.splice(state.running.indexOf(began), 1);
        state.hasEndedOne = true;
        state.average += weight * (now() - began - state.average);
        while (state.waiting.length > 0 && hasPlace(state)) {
          state.promised += 1;
          state.waiting.shift()?.(true);
        }
      },
    };
  };

  return { of: (endpoint) => laneOf(stateOf(endpoint)) };
};
