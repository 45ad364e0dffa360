import { useLayoutEffect, useRef } from 'react';

/**
 * The form of a list's filters, whose fields have no React state. A list that is shown sets its filters in them, but keeps
 * what someone has typed or chosen since the list before it.
 *
 * @param applied the filters of the list, by the names of the fields
 */
export const useFilterForm = (applied: Readonly<Partial<Record<string, string>>>) => {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(applied);
  useLayoutEffect(() => {
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const [before, now] = [shown.current[field.name] ?? '', applied[field.name] ?? ''];
      const value = field.value.trim();
      // A space at the end may be the beginning of the next word.
      if (value === before && value !== now) field.value = now;
    }
    shown.current = applied;
  });
  const read = (): Record<string, string> => {
    const values = form.current ? [...new FormData(form.current)] : [];
    return Object.fromEntries(values.map(([name, value]) => [name, String(value).trim()]));
  };
  return {
    form,
    /** The trimmed values. */
    read,
    /** Gives up what was typed: the next list sets all fields. */
    discard: () => {
      shown.current = read();
    },
  };
};
