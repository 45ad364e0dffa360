import type { DefaultServerCellComponentProps, ListViewServerProps } from 'payload';
import { scopesOf } from '../../access/scopesOf.ts';
import type { PortalContext } from '../../context.ts';
import { RelativeTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { describeWebhook } from './describeWebhook.ts';
import { NewWebhook } from './NewWebhook.tsx';
import { readWebhookHealth } from './readWebhook.ts';
import '../shared/shared.css';
import './webhooks.css';

interface PortalProps {
  readonly portal: PortalContext;
}

/** Stands above the CMS's list of webhooks, which has no button to create one: v1 checks the address. */
export const WebhooksHeader = ({ portal, user }: ListViewServerProps & PortalProps) => (
  <div className="portal-webhooks">
    <p>
      Addresses that receive the events of tickets and files. The portal signs each event and attempts its
      delivery for three days. Programs register webhooks by POST /api/v1/webhooks.
    </p>
    {scopesOf(portal.principalOf(user)).includes('webhooks:write') && (
      <NewWebhook organizationsSlug={portal.options.slugs.organizations} />
    )}
  </div>
);

/** The state of a webhook, and its latest deliveries. One query a row: a page of the list has ten. */
export const WebhookHealthCell = async ({
  payload,
  portal,
  rowData,
}: DefaultServerCellComponentProps & PortalProps) => {
  const webhook = await readWebhookHealth(payload, portal, rowData.id);
  if (!webhook) return null;
  const { last_success, last_failure, pending, failed } = webhook;
  const { tone, words } = describeWebhook(webhook);
  const now = new Date();
  return (
    <div className="portal-webhooks__health">
      <StatusPill tone={tone}>{words}</StatusPill>
      {last_success && (
        <span>
          Last success <RelativeTime moment={last_success} now={now} />
        </span>
      )}
      {last_failure && (
        <span>
          Last failure <RelativeTime moment={last_failure} now={now} />
        </span>
      )}
      {(pending > 0 || failed > 0) && (
        <span>
          {pending} pending, {failed} failed
        </span>
      )}
    </div>
  );
};

export const WebhookEventsCell = ({ cellData }: DefaultServerCellComponentProps) => (
  <span>{Array.isArray(cellData) ? cellData.join(', ') : null}</span>
);
