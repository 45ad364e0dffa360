import { Link } from '@payloadcms/ui';
import type { WidgetServerProps } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { localeOf } from '../../../core/ui/locale.ts';
import { Widget } from '../../../core/ui/parts/page/Widget.tsx';
import { EmptyState, withElements } from '../../../core/ui/parts/words/words.tsx';
import { countByStatus } from '../lists/countTickets.ts';
import { statuses } from '../vocabulary.ts';
import '../../../core/ui/parts/page/tiles.css';

type TicketsWidgetProps = WidgetServerProps & { readonly portal: PortalContext };

/** The tickets in the reader's reach, by status. */
export const TicketsWidget = async ({ req, portal }: TicketsWidgetProps) => {
  const { payload, i18n } = req;
  const principal = portal.principalOf(req.user);
  if (!principal) return null;
  const slug = portal.options.slugs.tickets;
  const counts = await countByStatus(payload, portal, principal);
  const list = adminPath(payload, `/collections/${slug}`);
  const t = textsBy(i18n.t);
  const numbers = new Intl.NumberFormat(localeOf(i18n));
  return (
    <Widget title={t('dashboard:tickets:title')} href={list} link={t('dashboard:tickets:all')}>
      {counts.size === 0 ? (
        <EmptyState title={t('dashboard:tickets:noneYet')}>
          {withElements(t('dashboard:tickets:writeFirst'), {
            link: <Link href={`${list}/create`}>{t('dashboard:tickets:write')}</Link>,
          })}
        </EmptyState>
      ) : (
        <ul className="portal-tiles">
          {statuses.map((status) => (
            <li key={status}>
              <Link href={`${list}?view=all&status=${status}`}>
                <strong>{numbers.format(counts.get(status) ?? 0)}</strong> {t(`tickets:status:${status}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Widget>
  );
};
