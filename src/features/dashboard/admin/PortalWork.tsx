import { Link } from '@payloadcms/ui';
import type { ServerProps } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { localeOf } from '../../../core/ui/locale.ts';
import '../../../core/ui/parts/page/tiles.css';
import './PortalWork.css';

type PortalWorkProps = ServerProps & { readonly portal: PortalContext };

/** The work that waits for the reader, on top of the dashboard: the count of each feature, with a link to it. */
export const PortalWork = async ({ payload, portal, user, i18n }: PortalWorkProps) => {
  const reader = portal.principalOf(user);
  if (!reader) return null;
  const counted = await Promise.all(
    portal.features.map((feature) => feature.countWork?.(payload, portal, reader) ?? []),
  );
  const t = textsBy(i18n.t);
  const numbers = new Intl.NumberFormat(localeOf(i18n));
  return (
    <nav className="portal-work" aria-label={t('dashboard:work:title')}>
      <ul className="portal-tiles">
        {counted.flat().map(({ label, count, most = Number.POSITIVE_INFINITY, path }) => (
          <li key={label}>
            <Link href={adminPath(payload, path)}>
              <strong>{count > most ? `${numbers.format(most)}+` : numbers.format(count)}</strong> {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
