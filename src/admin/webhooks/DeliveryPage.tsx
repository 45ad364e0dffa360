import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import type { ReactNode } from 'react';
import { scopesOf } from '../../access/scopesOf.ts';
import type { PortalContext } from '../../context.ts';
import { type RecordId, relationId } from '../../shared/ids.ts';
import { adminPath } from '../shared/adminPath.ts';
import { utcTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { RedeliverButton } from './DeliveryTable.tsx';
import { describeDelivery, errorClassHints } from './describeWebhook.ts';
import { readWebhookHealth } from './readWebhook.ts';
import '../shared/shared.css';
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
export const DeliveryPage = async ({ doc, payload, portal, initPageResult }: DeliveryPageProps) => {
  const delivery = doc as DeliveryDocument;
  const list = adminPath(payload, `/collections/${portal.options.slugs.webhooks}`);
  const webhookId = relationId(delivery.webhook);
  const webhook = webhookId === null ? null : await readWebhookHealth(payload, portal, webhookId);
  const mayWrite = scopesOf(portal.principalOf(initPageResult.req.user)).includes('webhooks:write');
  const { tone, words } = describeDelivery(delivery.status);
  const hint = delivery.errorClass && errorClassHints[delivery.errorClass];
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[
          { label: 'Webhooks', url: list },
          { label: webhook?.url ?? 'Webhook', url: `${list}/${webhookId}` },
          { label: delivery.event },
        ]}
      />
      <section className="portal-page__lead" aria-label="Status">
        <StatusPill tone={tone}>{words}</StatusPill>
        <p>
          {delivery.error ??
            `${words} after ${delivery.attempts} ${delivery.attempts === 1 ? 'attempt' : 'attempts'}.`}{' '}
          {hint}
        </p>
      </section>
      {mayWrite && webhook?.status === 'enabled' && (
        <RedeliverButton webhookId={String(webhookId)} deliveryId={String(delivery.id)} />
      )}
      <div className="portal-page__columns">
        <section aria-labelledby="portal-delivery">
          <h2 id="portal-delivery">The delivery</h2>
          <dl className="portal-facts">
            <Fact term="Webhook">
              <Link href={`${list}/${webhookId}`}>{webhook?.url ?? webhookId}</Link>
            </Fact>
            <Fact term="Event">{delivery.event}</Fact>
            <Fact term="webhook-id">
              <code>{delivery.messageId}</code>
            </Fact>
            <Fact term="Attempts">{String(delivery.attempts)}</Fact>
            <Fact term="Created">{momentOf(delivery.createdAt)}</Fact>
            <Fact term="Last attempt">{momentOf(delivery.lastAttemptAt)}</Fact>
            <Fact term="Next attempt">{momentOf(delivery.nextAttemptAt)}</Fact>
            <Fact term="Error class">{delivery.errorClass && <code>{delivery.errorClass}</code>}</Fact>
          </dl>
        </section>
        <section className="portal-exchange" aria-labelledby="portal-exchange">
          <h2 id="portal-exchange">The last attempt</h2>
          <MessageView title="Request" headers={delivery.requestHeaders} body={delivery.body} />
          <MessageView
            title={delivery.responseStatus ? `Response: ${delivery.responseStatus}` : 'Response'}
            headers={delivery.responseHeaders}
            body={delivery.responseBody}
          />
        </section>
      </div>
    </Gutter>
  );
};

const momentOf = (at: string | null | undefined) =>
  at ? <time dateTime={at}>{utcTime(new Date(at))}</time> : null;

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children || <span className="portal-muted">None</span>}</dd>
  </div>
);

interface MessageViewProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>> | null | undefined;
  readonly body: string | null | undefined;
}

/** The headers and body of a request or a response; JSON is indented. */
const MessageView = ({ title, headers, body }: MessageViewProps) => (
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
      <p className="portal-muted">There was none.</p>
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
