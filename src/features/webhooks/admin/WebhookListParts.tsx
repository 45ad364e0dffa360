import type { DefaultServerCellComponentProps, ListViewServerProps } from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill, withElements } from '../../../core/ui/parts/words/words.tsx';
import { subscriptionsOf } from '../events.ts';
import { describeWebhook } from './describeWebhook.ts';
import { NewWebhook } from './NewWebhook.tsx';
import { readWebhookHealth } from './readWebhook.ts';
import '../../../core/ui/parts/list/listLead.css';
import './webhooks.css';

interface PortalProps {
  readonly portal: PortalContext;
}

/** Stands above the CMS's list of webhooks, which has no button to create one: v1 checks the address. */
export const WebhooksHeader = ({ portal, user, i18n }: ListViewServerProps & PortalProps) => (
  <div className="portal-lead">
    <p>{textsBy(i18n.t)('webhooks:lead')}</p>
    {scopesOf(portal.principalOf(user)).includes('webhooks:write') && (
      <NewWebhook subscriptions={subscriptionsOf(portal.features)} />
    )}
  </div>
);

/** The state of a webhook, and its latest deliveries. One query a row: a page of the list has ten. */
export const WebhookHealthCell = async ({
  payload,
  portal,
  rowData,
  i18n,
}: DefaultServerCellComponentProps & PortalProps) => {
  // The CMS renders the cells of a document's page, too, without a row.
  const webhook = rowData && (await readWebhookHealth(payload, portal, rowData.id));
  if (!webhook) return null;
  const { last_success, last_failure, pending, failed } = webhook;
  const t = textsBy(i18n.t);
  const { tone, words } = describeWebhook(webhook, t);
  const now = new Date();
  return (
    <div className="portal-webhooks__health">
      <StatusPill tone={tone}>{words}</StatusPill>
      {last_success && (
        <span>
          {withElements(t('webhooks:cell:lastSuccess'), {
            time: <RelativeTime moment={last_success} now={now} />,
          })}
        </span>
      )}
      {last_failure && (
        <span>
          {withElements(t('webhooks:cell:lastFailure'), {
            time: <RelativeTime moment={last_failure} now={now} />,
          })}
        </span>
      )}
      {pending > 0 && <span>{t('webhooks:cell:pending', { count: pending })}</span>}
      {failed > 0 && <span>{t('webhooks:cell:failed', { count: failed })}</span>}
    </div>
  );
};

export const WebhookEventsCell = ({ cellData }: DefaultServerCellComponentProps) => (
  <span>{Array.isArray(cellData) ? cellData.join(', ') : null}</span>
);
