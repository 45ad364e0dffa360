'use client';

import { useEffect, useRef } from 'react';

interface Shortcut {
  /** What the list of shortcuts says. */
  readonly says: string;
  act(): void;
}

export type Shortcuts = Readonly<Record<string, Shortcut>>;

interface NamedShortcuts {
  readonly title: string;
  readonly shortcuts: Shortcuts;
}

/** Those of the parts of the page that is open. */
const open = new Set<{ current: NamedShortcuts }>();

/** What `?` lists. */
export const openShortcuts = (): readonly NamedShortcuts[] => [...open].map(({ current }) => current);

/** Lets keys act while no field has the focus. */
export const useShortcuts = (title: string, shortcuts: Shortcuts): void => {
  const latest = useRef<NamedShortcuts>({ title, shortcuts });
  latest.current = { title, shortcuts };
  useEffect(() => {
    open.add(latest);
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const shortcut = latest.current.shortcuts[event.key];
      if (!shortcut) return;
      event.preventDefault();
      shortcut.act();
    };
    window.addEventListener('keydown', press);
    return () => {
      open.delete(latest);
      window.removeEventListener('keydown', press);
    };
  }, []);
};

/** In a field, keys write; in a dialog, they are the dialog's. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('textarea, select, dialog, [role="dialog"], [role="combobox"], [role="listbox"]') !==
      null ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)));
