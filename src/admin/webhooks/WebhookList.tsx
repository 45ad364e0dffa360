import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import type { ListViewServerProps } from 'payload';
import { scopesOf } from '../../access/scopesOf.ts';
import type { PortalContext } from '../../context.ts';
import { adminPath } from '../shared/adminPath.ts';
import { EmptyState } from '../shared/EmptyState.tsx';
import { PortalStyles } from '../shared/PortalStyles.tsx';
import { RelativeTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { describeWebhook } from './describeWebhook.ts';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhookStyles } from './WebhookStyles.tsx';
import { readWebhookHealth, type WebhookHealth } from './webhookHealth.ts';

type WebhookListProps = ListViewServerProps & { readonly portal: PortalContext };

const headings = [
  'Health',
  'Address',
  'Events',
  'Organization',
  'Last success',
  'Last failure',
  'Pending',
  'Failed',
] as const;

const isCount = (heading: string): boolean => heading === 'Pending' || heading === 'Failed';

/** All webhooks, with how each of them is. */
export const WebhookList = async ({ payload, portal, user }: WebhookListProps) => {
  const webhooks = await readWebhookHealth(payload, portal);
  const mayWrite = scopesOf(portal.principalOf(user)).includes('webhooks:write');
  const { organizations, webhooks: slug } = portal.options.slugs;
  return (
    <Gutter className="portal-list">
      <PortalStyles />
      <WebhookStyles />
      <SetStepNav nav={[{ label: 'Webhooks' }]} />
      <header className="portal-list__header">
        <div>
          <h1>Webhooks</h1>
          <p>Addresses that hear of what happens: each event is signed, and tried for three days.</p>
        </div>
        {mayWrite && <NewWebhook organizationsSlug={organizations} />}
      </header>
      {webhooks.length === 0 ? (
        <EmptyState title="No webhook yet">
          Choose “New webhook”, or register one over the API: POST /api/v1/webhooks.
        </EmptyState>
      ) : (
        <div className="portal-table">
          <table>
            <caption className="portal-hidden">Webhooks, newest first</caption>
            <thead>
              <tr>
                {headings.map((heading) => (
                  <th
                    key={heading}
                    scope="col"
                    {...(isCount(heading) && { className: 'portal-table__number' })}
                  >
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  address={adminPath(payload, `/collections/${slug}/${webhook.id}`)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Gutter>
  );
};

const WebhookRow = ({ webhook, address }: { webhook: WebhookHealth; address: string }) => {
  const { tone, words } = describeWebhook(webhook);
  const now = new Date();
  return (
    <tr>
      <td>
        <StatusPill tone={tone}>{words}</StatusPill>
      </td>
      <td className="portal-table__main">
        <Link href={address}>{webhook.url}</Link>
      </td>
      <td>{webhook.events.join(', ')}</td>
      <td>{webhook.spans ? 'All' : (webhook.organization ?? 'Deleted')}</td>
      <td className="portal-table__time">{moment(webhook.last_success, now)}</td>
      <td className="portal-table__time">{moment(webhook.last_failure, now)}</td>
      <td className="portal-table__number">{webhook.pending}</td>
      <td className={`portal-table__number ${webhook.failed > 0 ? 'portal-table__bad' : ''}`}>
        {webhook.failed}
      </td>
    </tr>
  );
};

const moment = (at: Date | null, now: Date) =>
  at ? <RelativeTime moment={new Date(at)} now={now} /> : <span className="portal-muted">Never</span>;
