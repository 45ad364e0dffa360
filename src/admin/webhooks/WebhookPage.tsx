import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { notFound } from 'next/navigation.js';
import type { DocumentViewServerProps } from 'payload';
import { scopesOf } from '../../access/scopesOf.ts';
import type { PortalContext } from '../../context.ts';
import { deliveryStatuses } from '../../operations/webhooks/deliveries.ts';
import { findWebhookOwner } from '../../webhooks/findWebhook.ts';
import { adminPath } from '../shared/adminPath.ts';
import { EmptyState } from '../shared/Messages.tsx';
import { PageLinks } from '../shared/PageLinks.tsx';
import { RelativeTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { DeliveryTable } from './DeliveryTable.tsx';
import { describeDelivery, describeDisabled, describeOwner, describeWebhook } from './describeWebhook.ts';
import { type DeliveryPage, readDeliveries, readWebhookHealth, type WebhookHealth } from './readWebhook.ts';
import { WebhookActions } from './WebhookActions.tsx';
import '../shared/shared.css';
import './webhooks.css';

type WebhookPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

const perPage = 50;

/** One webhook: its state, its actions and its deliveries. */
export const WebhookPage = async (props: WebhookPageProps) => {
  const { doc, payload, portal, initPageResult, searchParams = {} } = props;
  const { slugs } = portal.options;
  const mayWrite = scopesOf(portal.principalOf(initPageResult.req.user)).includes('webhooks:write');
  const webhook = await readWebhookHealth(payload, portal, doc.id);
  if (!webhook) notFound();
  const owner = await findWebhookOwner(payload, portal, doc);
  const status = deliveryStatuses.find((one) => one === searchParams.status) ?? null;
  const page = Math.max(1, Math.trunc(Number(searchParams.page)) || 1);
  const offset = (page - 1) * perPage;
  const { rows, counts } = await readDeliveries(payload, portal, {
    webhook: webhook.id,
    status,
    offset,
    limit: perPage,
  });
  const list = adminPath(payload, `/collections/${slugs.webhooks}`);
  const { tone, words } = describeWebhook(webhook);
  const total = status ? counts[status] : counts.pending + counts.delivered + counts.failed;
  return (
    <Gutter className="portal-page">
      <SetStepNav nav={[{ label: 'Webhooks', url: list }, { label: webhook.url }]} />
      <section className="portal-page__lead" aria-label="Status">
        <StatusPill tone={tone}>{words}</StatusPill>
        <p>
          {describeDisabled(webhook) ?? `It receives ${webhook.events.join(', ')} of ${reachOf(webhook)}.`}{' '}
          Last success: {moment(webhook.last_success)}. Last failure: {moment(webhook.last_failure)}.{' '}
          {describeOwner(owner)}
        </p>
      </section>
      {mayWrite && (
        <WebhookActions
          id={String(webhook.id)}
          webhook={{ url: webhook.url, events: webhook.events }}
          isEnabled={webhook.status === 'enabled'}
          failed={webhook.failed}
          pending={webhook.pending}
          list={list}
        />
      )}
      <section aria-labelledby="portal-deliveries">
        <h2 id="portal-deliveries">Deliveries</h2>
        <Filter address={`${list}/${webhook.id}`} status={status} counts={counts} />
        {rows.length === 0 ? (
          <EmptyState title={status ? 'No such delivery' : 'Nothing was sent yet'}>
            Choose “Send a test” to see one arrive.
          </EmptyState>
        ) : (
          <DeliveryTable
            webhookId={String(webhook.id)}
            maySend={mayWrite && webhook.status === 'enabled'}
            deliveries={rows.map((row) => ({
              id: String(row.id),
              href: adminPath(payload, `/collections/${slugs.webhookDeliveries}/${row.id}`),
              event: row.event,
              ...describeDelivery(row.status),
              attempts: row.attempts,
              outcome: outcomeOf(row),
              error: row.error,
              createdAt: row.created_at.toISOString(),
              nextAt: row.next_attempt_at?.toISOString() ?? null,
            }))}
          />
        )}
        <PageLinks
          address={`${list}/${webhook.id}`}
          parameters={status ? { status } : {}}
          page={page}
          perPage={perPage}
          total={total}
        />
      </section>
    </Gutter>
  );
};

const reachOf = ({ spans, organization }: WebhookHealth): string =>
  spans ? 'all organizations' : (organization ?? 'an organization that was deleted');

const moment = (at: Date | null) => (at ? <RelativeTime moment={new Date(at)} now={new Date()} /> : 'never');

const outcomeOf = ({ response_status, error_class }: DeliveryPage['rows'][number]): string =>
  [response_status, error_class].filter((part) => part !== null).join(', ');

interface FilterProps {
  readonly address: string;
  readonly status: string | null;
  readonly counts: DeliveryPage['counts'];
}

const Filter = ({ address, status, counts }: FilterProps) => (
  <nav className="portal-webhook__filter" aria-label="Deliveries by status">
    <Link href={address} {...(status === null && { 'aria-current': 'page' })}>
      All {counts.pending + counts.delivered + counts.failed}
    </Link>
    {deliveryStatuses.map((one) => (
      <Link key={one} href={`${address}?status=${one}`} {...(status === one && { 'aria-current': 'page' })}>
        {describeDelivery(one).words} {counts[one]}
      </Link>
    ))}
  </nav>
);
