'use client';

import { Button, Link, PerPage, useListQuery } from '@payloadcms/ui';
import { useEffect } from 'react';
import { useNumbers, usePortalTexts } from '../../react/usePortal.ts';
import './pager.css';

interface PagerProps {
  readonly page: number;
  readonly perPage: number;
  readonly limits: readonly number[];
  readonly total: number;
}

/** The position in a list, with links to other pages. The CMS's pager has buttons without a name. */
export const Pager = ({ page, perPage, limits, total }: PagerProps) => {
  const { handlePageChange, handlePerPageChange } = useListQuery();
  const t = usePortalTexts();
  const numbers = useNumbers();
  const pages = Math.max(1, Math.ceil(total / perPage));
  const first = (page - 1) * perPage + 1;
  const last = Math.min(total, page * perPage);
  const turn = (label: string, to: number, isPossible: boolean) => (
    <Button
      buttonStyle="secondary"
      size="small"
      margin={false}
      disabled={!isPossible}
      onClick={() => handlePageChange?.(to)}
    >
      {label}
    </Button>
  );
  return (
    <nav className="portal-pager" aria-label={t('emailLog:pager:pages')}>
      {turn(t('emailLog:pager:newest'), 1, page > 2)}
      {turn(t('emailLog:pager:newer'), page - 1, page > 1)}
      <span>
        {t('emailLog:pager:position', {
          first: numbers.format(Math.min(first, last)),
          last: numbers.format(last),
          total: numbers.format(total),
        })}
      </span>
      {turn(t('emailLog:pager:older'), page + 1, page < pages)}
      <PerPage limit={perPage} limits={[...limits]} handleChange={(limit) => handlePerPageChange?.(limit)} />
    </nav>
  );
};

interface PageLinksProps {
  /** The page's own, without parameters. */
  readonly address: string;
  /** Parameters that are the same on every page. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

/** Links to newer and older rows, outside the CMS's lists. */
export const PageLinks = ({ address, parameters = {}, page, perPage, total }: PageLinksProps) => {
  const t = usePortalTexts();
  if (total <= perPage) return null;
  const at = (number: number) => `${address}?${new URLSearchParams({ ...parameters, page: String(number) })}`;
  return (
    <nav className="portal-pager" aria-label={t('shared:pages:label')}>
      {page > 1 && <Link href={at(page - 1)}>{t('shared:pages:newer')}</Link>}
      <span>{t('shared:pages:place', { page, pages: Math.ceil(total / perPage) })}</span>
      {page * perPage < total && <Link href={at(page + 1)}>{t('shared:pages:older')}</Link>}
    </nav>
  );
};

/**
 * Renders nothing. The CMS completes the address of a list before Next follows the browser's history, and so takes
 * Next's state from it: “Back” would then change the address and show the page before.
 */
export const RestoreHistory = () => {
  useEffect(() => {
    // After the effects of the CMS and of Next, which sets its state anew.
    const restore = () => history.state === null && history.replaceState(null, '', location.href);
    const timer = setTimeout(restore, 0);
    return () => clearTimeout(timer);
  }, []);
  return null;
};
