import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { notFound } from 'next/navigation.js';
import type { DocumentViewServerProps, Payload } from 'payload';
import type { ReactNode } from 'react';
import type { PortalContext } from '../../context.ts';
import type { EmailLogDocument } from '../../email-log/row.ts';
import { eventsOf, worstOf } from '../../mail-events/query.ts';
import { settingsSlug } from '../../settings/settingsSlug.ts';
import { adminPath } from '../shared/adminPath.ts';
import { relativeTime, utcTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { DeliveryPill, DeliveryTimeline } from './DeliveryTimeline.tsx';
import { describeProof, describeStatus, isWeakProof } from './describeEmail.ts';
import { findInitiators, Initiator, RelatedRecord } from './EmailLinks.tsx';
import { Trail } from './Trail.tsx';
import '../shared/shared.css';

type EmailPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

/** One log row: the outcome of a mail at each transport, and what it proves. */
export const EmailPage = async ({ doc, payload, portal, initPageResult }: EmailPageProps) => {
  // The address of a new document: no one creates rows here.
  if (doc?.id === undefined) notFound();
  const email = doc as EmailLogDocument;
  const { slugs } = portal.options;
  const { user } = initPageResult.req;
  const { status, transport, error, messageId, userId, type, relatedType, relatedId } = email;
  const refused = email.fallback ?? [];
  const { tone, words } = describeStatus({ status, hasFallback: refused.length > 0 });
  const [initiators, events] = await Promise.all([
    findInitiators(payload, slugs.users, { ids: [userId], reader: user }),
    eventsOf(payload, slugs, email.id),
  ]);
  const delivery = worstOf(events);
  const moment = new Date(email.createdAt);
  const related = { type: relatedType, id: relatedId };
  const list = adminPath(payload, `/collections/${slugs.emailLog}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav nav={[{ label: 'Email log', url: list }, { label: email.subject || 'No subject' }]} />
      <h1>{email.subject || 'No subject'}</h1>
      <section className="portal-page__lead" aria-label="Outcome">
        <StatusPill tone={tone}>{words}</StatusPill>
        {delivery && <DeliveryPill state={delivery} />}
        <p>
          {describeProof({ status, transport, error, messageId })}
          {isWeakProof({ status, transport }) && <ConnectProvider payload={payload} />}
        </p>
      </section>
      <div className="portal-page__columns">
        <section aria-labelledby="portal-trail">
          <h2 id="portal-trail">Transports tried</h2>
          <Trail refused={refused} transport={transport} status={status} error={error} />
          <h2>What became of it</h2>
          {events.length === 0 ? (
            <p className="portal-muted">No one has told. {status === 'sent' && noEvents}</p>
          ) : (
            <DeliveryTimeline events={events} hasSeveral={Boolean(email.to?.includes(', '))} />
          )}
        </section>
        <section aria-labelledby="portal-facts">
          <h2 id="portal-facts">The mail</h2>
          <dl className="portal-facts">
            <Fact term="Time">
              <time dateTime={email.createdAt}>{utcTime(moment)}</time>{' '}
              <span className="portal-muted">({relativeTime(moment, new Date())})</span>
            </Fact>
            <Fact term="Recipients">{email.to}</Fact>
            <Fact term="Subject">{email.subject}</Fact>
            <Fact term="Type">{type && <code>{type}</code>}</Fact>
            <Fact term="Related to">
              {related.type && <RelatedRecord payload={payload} slugs={slugs} {...related} />}
            </Fact>
            <Fact term="Caused by">
              <Initiator payload={payload} slugs={slugs} id={userId} initiators={initiators} />
            </Fact>
            <Fact term="Message-ID">{messageId && <code>{messageId}</code>}</Fact>
            <Fact term="Row">{String(email.id)}</Fact>
          </dl>
          <p className="portal-page__links">
            {email.to && (
              <Link href={`${list}?${new URLSearchParams({ to: email.to })}`}>
                Mails to the same recipients
              </Link>
            )}
            {related.type && related.id && (
              <Link
                href={`${list}?${new URLSearchParams({ related_type: related.type, related_id: related.id })}`}
              >
                Mails about the same record
              </Link>
            )}
          </p>
        </section>
      </div>
    </Gutter>
  );
};

const noEvents =
  'Providers that tell are connected under Settings → Notifications → Delivery events; bounces that come as mail need Mail in.';

const ConnectProvider = ({ payload }: { payload: Payload }) => (
  <>
    {' '}
    <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>Connect a provider under Settings</Link> to
    know more.
  </>
);

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children || <span className="portal-muted">None</span>}</dd>
  </div>
);
