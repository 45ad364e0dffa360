'use client';

import { useModal } from '@payloadcms/ui';
import { type RefObject, useEffect, useRef } from 'react';
import { isOfInputMethod } from './keys.ts';

interface Shortcut {
  /** Description in the list of shortcuts. */
  readonly says: string;
  act(): void;
}

type Shortcuts = Readonly<Record<string, Shortcut>>;

interface NamedShortcuts {
  readonly title: string;
  readonly shortcuts: Shortcuts;
}

/** The shortcuts of the parts of the open page. */
const open = new Set<{ current: NamedShortcuts }>();

/** The shortcuts that `?` lists, by title: parts of a page may share one. */
export const openShortcuts = (): ReadonlyMap<string, Shortcuts> => {
  const byTitle = new Map<string, Shortcuts>();
  for (const { current } of open)
    byTitle.set(current.title, { ...byTitle.get(current.title), ...current.shortcuts });
  return byTitle;
};

/** Lets keys act while no field has the focus, and no dialog is open. */
export const useShortcuts = (title: string, shortcuts: Shortcuts): void => {
  const latest = useRef<NamedShortcuts>({ title, shortcuts });
  latest.current = { title, shortcuts };
  const { isCovered } = useIsCovered();
  useEffect(() => {
    open.add(latest);
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isOfInputMethod(event)) return;
      if (isCovered.current || isTyping(event.target)) return;
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
  }, [isCovered]);
};

/** Tells whether a dialog is open: `is` at this rendering, and `isCovered` to listeners. */
export const useIsCovered = (): { readonly is: boolean; readonly isCovered: RefObject<boolean> } => {
  const { modalState } = useModal();
  const is = Object.values(modalState).some(({ isOpen }) => isOpen);
  const isCovered = useRef(is);
  isCovered.current = is;
  return { is, isCovered };
};

const keyOwners = ['textarea', 'select', '[role="dialog"]', '[role="combobox"]', '[role="listbox"]'].join();

/** True if keys belong to the focused element: a field, in which they write, or a part that opens beside one. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(keyOwners) !== null ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)));
