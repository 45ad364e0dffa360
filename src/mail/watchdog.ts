/** A clock that barks when the other side has been silent for too long. */
export interface Watchdog {
  /** Starts anew: barks after `milliseconds` unless something happens before. */
  expectWithin(milliseconds: number): void;
  /** Nothing is expected any more. */
  rest(): void;
}

/** @param onSilence is told how many milliseconds of silence there were. */
export const createWatchdog = (onSilence: (milliseconds: number) => void): Watchdog => {
  let timer: NodeJS.Timeout | undefined;
  return {
    expectWithin(milliseconds) {
      clearTimeout(timer);
      timer = setTimeout(() => onSilence(milliseconds), milliseconds);
    },
    rest() {
      clearTimeout(timer);
    },
  };
};

/** The words for a silence of that many milliseconds. */
export const noAnswer = (milliseconds: number): string => `No answer within ${milliseconds / 1_000} s`;
