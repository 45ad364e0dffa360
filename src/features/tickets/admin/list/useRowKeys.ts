import { useRouter } from 'next/navigation.js';
import { useRef } from 'react';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { useShortcuts } from '../../../../core/ui/react/useShortcuts.tsx';

interface RowKeys {
  readonly tickets: readonly { readonly id: string }[];
  readonly address: string;
  choose(id: string): void;
}

/** Moves through the rows by keys. The focus is on the link of the current row. */
export const useRowKeys = ({ tickets, address, choose }: RowKeys) => {
  const t = usePortalTexts();
  const router = useRouter();
  const table = useRef<HTMLDivElement>(null);
  const links = () => [...(table.current?.querySelectorAll<HTMLAnchorElement>('tbody a') ?? [])];
  const current = () => links().findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const move = (by: number) => {
    const all = links();
    const place = current();
    all[place < 0 ? 0 : Math.min(Math.max(place + by, 0), all.length - 1)]?.focus();
  };
  const at = () => tickets[current()]?.id;
  useShortcuts(t('collections:tickets:plural'), {
    j: { says: t('tickets:list:shortcuts:next'), act: () => move(1) },
    k: { says: t('tickets:list:shortcuts:previous'), act: () => move(-1) },
    o: {
      says: t('tickets:list:shortcuts:open'),
      act: () => {
        const id = at() ?? tickets[0]?.id;
        if (id !== undefined) router.push(`${address}/${id}`);
      },
    },
    x: {
      says: t('tickets:list:shortcuts:choose'),
      act: () => {
        const id = at();
        if (id !== undefined) choose(id);
      },
    },
    '/': {
      says: t('tickets:list:shortcuts:search'),
      act: () => document.querySelector<HTMLInputElement>('[data-portal-search]')?.focus(),
    },
  });
  return table;
};
