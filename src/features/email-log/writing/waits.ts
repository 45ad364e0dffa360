/** The mails that wait for their row. */
interface Waits {
  /** @returns the row's id once its wait ends; null if it has none by then */
  begin(key: string): Promise<string | null>;
  end(key: string): void;
  endAll(): void;
}

export const buildWaits = (idOf: (key: string) => string | null): Waits => {
  const mails = new Map<string, (id: string | null) => void>();
  const end = (key: string): void => {
    mails.get(key)?.(idOf(key));
    mails.delete(key);
  };
  return {
    begin: (key) => new Promise((resolve) => mails.set(key, resolve)),
    end,
    endAll() {
      for (const key of [...mails.keys()]) end(key);
    },
  };
};
