import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import type { ReactNode } from 'react';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { type TranslateText, textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { ExactTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { Fact, StatusPill } from '../../../core/ui/parts/words/words.tsx';
import type { webhooks as en } from '../texts/en.ts';
import { RedeliverButton } from './DeliveryTable.tsx';
import { describeDelivery, hintOf } from './describeWebhook.ts';
import { readWebhookHealth } from './readWebhook.ts';
import '../../../core/ui/parts/page/page.css';
import './webhooks.css';

/** A delivery as the CMS gives it to its admin UI. */
interface DeliveryDocument {
  readonly id: RecordId;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly event: string;
  readonly webhook: unknown;
  readonly messageId: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly lastAttemptAt?: string | null;
  readonly nextAttemptAt?: string | null;
  readonly errorClass?: string | null;
  readonly error?: string | null;
  readonly body: string;
  readonly requestHeaders?: Readonly<Record<string, string>> | null;
  readonly responseStatus?: number | null;
  readonly responseHeaders?: Readonly<Record<string, string>> | null;
  readonly responseBody?: string | null;
}

type DeliveryPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

/** One delivery: its status, and the request and response of its last attempt. */
export const DeliveryPage = async (props: DeliveryPageProps) => {
  const { doc, payload, portal, i18n, initPageResult } = props;
  const t = textsBy(i18n.t);
  const delivery = doc as DeliveryDocument;
  const list = adminPath(payload, `/collections/${portal.options.slugs.webhooks}`);
  const webhookId = relationId(delivery.webhook);
  const webhook = webhookId === null ? null : await readWebhookHealth(payload, portal, webhookId);
  const mayWrite = scopesOf(portal.principalOf(initPageResult.req.user)).includes('webhooks:write');
  const { tone, words } = describeDelivery(delivery.status, t);
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[
          { label: t('webhooks:title'), url: list },
          { label: webhook?.url ?? t('webhooks:webhook'), url: `${list}/${webhookId}` },
          { label: delivery.event },
        ]}
      />
      <section className="portal-page__lead" aria-label={t('webhooks:delivery:status')}>
        <StatusPill tone={tone}>{words}</StatusPill>
        <p>
          {hintOf(delivery.errorClass, t) ??
            delivery.error ??
            t('webhooks:delivery:after', { state: words, count: delivery.attempts })}
        </p>
      </section>
      {mayWrite && webhook?.status === 'enabled' && (
        <RedeliverButton webhookId={String(webhookId)} deliveryId={String(delivery.id)} />
      )}
      <div className="portal-page__columns">
        <section aria-labelledby="portal-delivery">
          <h2 id="portal-delivery">{t('webhooks:delivery:heading')}</h2>
          <DeliveryFacts
            delivery={delivery}
            webhook={<Link href={`${list}/${webhookId}`}>{webhook?.url ?? webhookId}</Link>}
            t={t}
          />
        </section>
        <section className="portal-exchange" aria-labelledby="portal-exchange">
          <h2 id="portal-exchange">{t('webhooks:delivery:exchange')}</h2>
          <MessageView
            t={t}
            title={t('webhooks:delivery:request')}
            headers={delivery.requestHeaders}
            body={delivery.body}
          />
          <MessageView
            t={t}
            title={
              delivery.responseStatus
                ? t('webhooks:delivery:responseStatus', { status: delivery.responseStatus })
                : t('webhooks:delivery:response')
            }
            headers={delivery.responseHeaders}
            body={delivery.responseBody}
          />
        </section>
      </div>
    </Gutter>
  );
};

const momentOf = (at: string | null | undefined) => (at ? <ExactTime moment={new Date(at)} /> : null);

interface DeliveryFactsProps {
  readonly delivery: DeliveryDocument;
  readonly webhook: ReactNode;
  readonly t: TranslateText;
}

const DeliveryFacts = ({ delivery, webhook, t }: DeliveryFactsProps) => {
  const fact = (name: keyof typeof en.fact, value: ReactNode) => (
    <Fact label={t(`webhooks:fact:${name}`)} none={t('webhooks:delivery:none')}>
      {value}
    </Fact>
  );
  return (
    <dl className="portal-facts">
      {fact('webhook', webhook)}
      {fact('event', delivery.event)}
      {fact('messageId', <code>{delivery.messageId}</code>)}
      {fact('attempts', String(delivery.attempts))}
      {fact('created', momentOf(delivery.createdAt))}
      {fact('lastAttempt', momentOf(delivery.lastAttemptAt))}
      {fact('nextAttempt', momentOf(delivery.nextAttemptAt))}
      {fact('error', delivery.error && <code>{delivery.error}</code>)}
      {fact('errorClass', delivery.errorClass && <code>{delivery.errorClass}</code>)}
    </dl>
  );
};

interface MessageViewProps {
  readonly t: TranslateText;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>> | null | undefined;
  readonly body: string | null | undefined;
}

/** The headers and body of a request or a response; JSON is indented. */
const MessageView = ({ t, title, headers, body }: MessageViewProps) => (
  <>
    <h3>{title}</h3>
    {headers || body ? (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      <pre tabIndex={0}>
        {Object.entries(headers ?? {})
          .map(([name, value]) => `${name}: ${value}\n`)
          .join('')}
        {headers && body ? '\n' : ''}
        {inLines(body ?? '')}
      </pre>
    ) : (
      <p className="portal-muted">{t('webhooks:delivery:empty')}</p>
    )}
  </>
);

const inLines = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
