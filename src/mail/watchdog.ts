/** Gives up on another side that does not answer in time. */
export interface Watchdog {
  /** Starts again: gives up after `milliseconds`, unless something happens before. */
  expectWithin(milliseconds: number): void;
  /** Nothing is expected any more. */
  rest(): void;
}

/** @param giveUp is told, in words, that there was no answer for too long. */
export const createWatchdog = (giveUp: (reason: string) => void): Watchdog => {
  let timer: NodeJS.Timeout | undefined;
  return {
    expectWithin(milliseconds) {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp(noAnswer(milliseconds)), milliseconds);
    },
    rest() {
      clearTimeout(timer);
    },
  };
};

export const noAnswer = (milliseconds: number): string => `No answer within ${milliseconds / 1_000} s`;
