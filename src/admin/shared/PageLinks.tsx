import { Link } from '@payloadcms/ui';

interface PageLinksProps {
  /** The page's own, without parameters. */
  readonly address: string;
  /** What stays the same from page to page. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

/** Links to newer and older rows, outside the CMS's lists. */
export const PageLinks = ({ address, parameters = {}, page, perPage, total }: PageLinksProps) => {
  if (total <= perPage) return null;
  const at = (number: number) => `${address}?${new URLSearchParams({ ...parameters, page: String(number) })}`;
  return (
    <nav className="portal-pager" aria-label="Pages">
      {page > 1 && <Link href={at(page - 1)}>Newer</Link>}
      <span>
        Page {page} of {Math.ceil(total / perPage)}
      </span>
      {page * perPage < total && <Link href={at(page + 1)}>Older</Link>}
    </nav>
  );
};
