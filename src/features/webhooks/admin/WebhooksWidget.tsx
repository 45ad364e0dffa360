import { Link } from '@payloadcms/ui';
import type { WidgetServerProps } from 'payload';
import { isStaff } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { Widget } from '../../../core/ui/parts/page/Widget.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { EmptyState, StatusPill, withElements } from '../../../core/ui/parts/words/words.tsx';
import { findFailing } from '../record/findWebhook.ts';
import './webhooks.css';

type WebhooksWidgetProps = WidgetServerProps & { readonly portal: PortalContext };

/** Webhooks that fail or were disabled for failing. Only staff see it. */
export const WebhooksWidget = async ({ req, portal }: WebhooksWidgetProps) => {
  const { payload, i18n } = req;
  if (!isStaff(portal.principalOf(req.user))) return null;
  const failing = await findFailing(payload, portal);
  const list = adminPath(payload, `/collections/${portal.options.slugs.webhooks}`);
  const rest = Number(failing[0]?.total ?? 0) - failing.length;
  const now = new Date();
  const t = textsBy(i18n.t);
  return (
    <Widget title={t('dashboard:webhooks:title')} href={list} link={t('dashboard:webhooks:all')}>
      {failing.length === 0 ? (
        <EmptyState title={t('dashboard:webhooks:none')}>{t('dashboard:webhooks:noneFails')}</EmptyState>
      ) : (
        <ul className="portal-failing">
          {failing.map(({ id, url, status, failing_since }) => (
            <li key={id}>
              <StatusPill tone={status === 'disabled' ? 'bad' : 'warning'}>
                {t(status === 'disabled' ? 'dashboard:webhooks:disabled' : 'dashboard:webhooks:failing')}
              </StatusPill>{' '}
              <Link href={`${list}/${id}`}>{url}</Link>
              {failing_since && (
                <span className="portal-muted">
                  {' '}
                  {withElements(t('dashboard:webhooks:firstFailed'), {
                    time: <RelativeTime moment={failing_since} now={now} />,
                  })}
                </span>
              )}
            </li>
          ))}
          {rest > 0 && <li>{t('dashboard:webhooks:more', { count: rest })}</li>}
        </ul>
      )}
    </Widget>
  );
};
