import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { notFound } from 'next/navigation.js';
import type { DocumentViewServerProps } from 'payload';
import type { ReactNode } from 'react';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { type TranslateText, textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { leaveMissingPage, pageIn } from '../../../core/ui/pages.ts';
import { PageLinks } from '../../../core/ui/parts/list/Pager.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { EmptyState, StatusPill, withElements } from '../../../core/ui/parts/words/words.tsx';
import { subscriptionsOf } from '../events.ts';
import { deliveryStatuses } from '../operations/deliveries.ts';
import { findWebhookOwner } from '../record/findWebhook.ts';
import { DeliveryTable } from './DeliveryTable.tsx';
import {
  describeDelivery,
  describeDisabled,
  describeOutcome,
  describeOwner,
  describeWebhook,
} from './describeWebhook.ts';
import { type DeliveryPage, readDeliveries, readWebhookHealth, type WebhookHealth } from './readWebhook.ts';
import { WebhookActions } from './WebhookActions.tsx';
import '../../../core/ui/parts/page/page.css';
import '../../../core/ui/parts/list/states.css';
import './webhooks.css';

type WebhookPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

const perPage = 50;

/** One webhook: its state, its actions and its deliveries. */
export const WebhookPage = async (props: WebhookPageProps) => {
  const { doc, payload, portal, i18n, initPageResult, searchParams = {} } = props;
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const mayWrite = scopesOf(portal.principalOf(initPageResult.req.user)).includes('webhooks:write');
  const webhook = await readWebhookHealth(payload, portal, doc.id);
  if (!webhook) notFound();
  const owner = await findWebhookOwner(payload, portal, doc);
  const status = deliveryStatuses.find((one) => one === searchParams.status) ?? null;
  const page = pageIn(searchParams);
  const offset = (page - 1) * perPage;
  const { rows, counts } = await readDeliveries(payload, portal, {
    webhook: webhook.id,
    status,
    offset,
    limit: perPage,
  });
  const list = adminPath(payload, `/collections/${slugs.webhooks}`);
  const { tone, words } = describeWebhook(webhook, t);
  const total = status ? counts[status] : counts.pending + counts.delivered + counts.failed;
  if (rows.length === 0)
    leaveMissingPage({ address: `${list}/${webhook.id}`, searchParams, page, perPage, total });
  return (
    <Gutter className="portal-page">
      <SetStepNav nav={[{ label: t('webhooks:title'), url: list }, { label: webhook.url }]} />
      <section className="portal-page__lead" aria-label={t('webhooks:page:status')}>
        <StatusPill tone={tone}>{words}</StatusPill>
        <p>
          {describeDisabled(webhook, t) ?? describeReach(webhook, t)}{' '}
          {webhook.last_success
            ? at(t('webhooks:page:lastSuccess'), webhook.last_success)
            : t('webhooks:page:noSuccess')}{' '}
          {webhook.last_failure && at(t('webhooks:page:lastFailure'), webhook.last_failure)}{' '}
          {describeOwner(owner, t)}
        </p>
      </section>
      {mayWrite && (
        <WebhookActions
          subscriptions={subscriptionsOf(portal.features)}
          id={String(webhook.id)}
          webhook={{ url: webhook.url, events: webhook.events }}
          isEnabled={webhook.status === 'enabled'}
          failed={webhook.failed}
          pending={webhook.pending}
          list={list}
        />
      )}
      <section aria-labelledby="portal-deliveries">
        <h2 id="portal-deliveries">{t('webhooks:page:deliveries')}</h2>
        <Filter address={`${list}/${webhook.id}`} status={status} counts={counts} t={t} />
        {rows.length === 0 ? (
          <EmptyState title={t(status ? 'webhooks:page:noSuch' : 'webhooks:page:nothingSent')}>
            {t('webhooks:page:sendTest')}
          </EmptyState>
        ) : (
          <DeliveryTable
            webhookId={String(webhook.id)}
            maySend={mayWrite && webhook.status === 'enabled'}
            deliveries={rows.map((row) => ({
              id: String(row.id),
              href: adminPath(payload, `/collections/${slugs.webhookDeliveries}/${row.id}`),
              event: row.event,
              ...describeDelivery(row.status, t),
              attempts: row.attempts,
              outcome: describeOutcome(row, t),
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

/** The events that a webhook receives, and the organizations that they are from. */
const describeReach = ({ spans, organization, events }: WebhookHealth, t: TranslateText): string => {
  const values = { events: events.join(', '), organization: organization ?? '' };
  if (spans) return t('webhooks:page:receivesOfAll', values);
  return t(organization ? 'webhooks:page:receives' : 'webhooks:page:receivesOfDeleted', values);
};

const at = (text: string, moment: Date): ReactNode =>
  withElements(text, { time: <RelativeTime moment={new Date(moment)} now={new Date()} /> });

interface FilterProps {
  readonly address: string;
  readonly status: string | null;
  readonly counts: DeliveryPage['counts'];
  readonly t: TranslateText;
}

const Filter = ({ address, status, counts, t }: FilterProps) => (
  <nav className="portal-states" aria-label={t('webhooks:page:byStatus')}>
    <Link href={address} {...(status === null && { 'aria-current': 'page' })}>
      {t('webhooks:page:all')} {counts.pending + counts.delivered + counts.failed}
    </Link>
    {deliveryStatuses.map((one) => (
      <Link key={one} href={`${address}?status=${one}`} {...(status === one && { 'aria-current': 'page' })}>
        {describeDelivery(one, t).words} {counts[one]}
      </Link>
    ))}
  </nav>
);
