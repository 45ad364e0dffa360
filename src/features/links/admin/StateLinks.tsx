import { Link } from '@payloadcms/ui';
import '../../../core/ui/parts/list/states.css';

interface StateLinksProps {
  readonly label: string;
  /** The address of the CMS's list. */
  readonly list: string;
  /** The state by which the list is filtered; null for none. */
  readonly current: string | null;
  /** The states in words, by name. */
  readonly states: Readonly<Record<string, string>>;
  readonly all: string;
}

/** Filters the CMS's list of records by their state. */
export const StateLinks = ({ label, list, current, states, all }: StateLinksProps) => (
  <nav className="portal-states" aria-label={label}>
    <Link href={list} {...(current === null && { 'aria-current': 'page' })}>
      {all}
    </Link>
    {Object.entries(states).map(([state, words]) => (
      <Link
        key={state}
        href={`${list}?where[status][equals]=${state}`}
        {...(current === state && { 'aria-current': 'page' })}
      >
        {words}
      </Link>
    ))}
  </nav>
);

/** The state by which the address of a CMS's list filters. */
export const stateIn = (where: unknown): string | null => {
  const status: unknown = Object(Object(where).status).equals;
  return typeof status === 'string' ? status : null;
};
