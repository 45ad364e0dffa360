export interface Alarm {
  ring(): void;
  /** Waits until it rings, or so many milliseconds; not at all where it has rung since the last wait. */
  wait(milliseconds: number): Promise<void>;
}

export const buildAlarm = (): Alarm => {
  let hasRung = false;
  let wake = (): void => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async wait(milliseconds) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds).unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
  };
};
