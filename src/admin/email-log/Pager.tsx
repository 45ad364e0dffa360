'use client';

import { Button, PerPage, useListQuery } from '@payloadcms/ui';

interface PagerProps {
  readonly page: number;
  readonly perPage: number;
  readonly limits: readonly number[];
  readonly total: number;
}

const numbers = new Intl.NumberFormat('en');

/** The position in a list, with links to other pages. The CMS's pager has buttons without a name. */
export const Pager = ({ page, perPage, limits, total }: PagerProps) => {
  const { handlePageChange, handlePerPageChange } = useListQuery();
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
    <nav className="portal-pager" aria-label="Pages">
      {turn('Newest', 1, page > 2)}
      {turn('Newer', page - 1, page > 1)}
      <span>
        {numbers.format(Math.min(first, last))}–{numbers.format(last)} of {numbers.format(total)}
      </span>
      {turn('Older', page + 1, page < pages)}
      <PerPage limit={perPage} limits={[...limits]} handleChange={(limit) => handlePerPageChange?.(limit)} />
    </nav>
  );
};
