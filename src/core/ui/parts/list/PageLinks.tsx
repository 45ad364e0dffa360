'use client';

import { Link } from '@payloadcms/ui';
import { usePortalTexts } from '../../react/usePortalTexts.ts';
import './pager.css';

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
