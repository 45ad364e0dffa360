/** Reads an entry that the browser keeps; null for one that is missing or damaged. */
export const readEntry = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
};

/** True if the browser lets the page read what it keeps. */
export const canRead = (): boolean => {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
};

/** The names of all entries; none if the browser keeps nothing. */
export const entryNames = (): readonly string[] => {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
};

/**
 * @param by the part of the page that writes it, which is not told
 * @returns true if the browser keeps it; else it lives as long as the page
 */
export const writeEntry = (name: string, value: unknown, by?: object): boolean => {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return false;
  }
  tellPage(name, by);
  return true;
};

export const removeEntry = (name: string, by?: object): void => {
  try {
    localStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
  tellPage(name, by);
};

/**
 * Calls a function with the name of each entry that another tab, or another part of this page, has changed.
 *
 * @param own the part of the page that listens
 * @returns a function that ends it
 */
export const onEntryChange = (own: object, follow: (name: string) => void): (() => void) => {
  const listen = ({ key }: StorageEvent) => key !== null && follow(key);
  const followHere = (event: Event) => {
    const { name, by } = (event as CustomEvent<Change>).detail;
    if (by !== own) follow(name);
  };
  addEventListener('storage', listen);
  ofPage.addEventListener('change', followHere);
  return () => {
    removeEventListener('storage', listen);
    ofPage.removeEventListener('change', followHere);
  };
};

interface Change {
  readonly name: string;
  readonly by: object | undefined;
}

/** The event `storage` tells other tabs alone. */
const ofPage = new EventTarget();

const tellPage = (name: string, by: object | undefined) =>
  ofPage.dispatchEvent(new CustomEvent<Change>('change', { detail: { name, by } }));
