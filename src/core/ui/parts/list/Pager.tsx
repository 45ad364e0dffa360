'use client';

import { Button, PerPage, useListQuery } from '@payloadcms/ui';
import { useNumbers } from '../../react/useNumbers.ts';
import { usePortalTexts } from '../../react/usePortalTexts.ts';
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
