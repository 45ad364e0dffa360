import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { notFound } from 'next/navigation.js';
import type { DocumentViewServerProps, Payload } from 'payload';
import type { ReactNode } from 'react';
import type { PortalContext } from '../../../../core/context.ts';
import { settingsSlug } from '../../../../core/shared/portal/settingsSlug.ts';
import { type TranslateText, textsBy } from '../../../../core/texts/text.ts';
import { adminPath } from '../../../../core/ui/adminPath.ts';
import { ExactTime, RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill } from '../../../../core/ui/parts/words/StatusPill.tsx';
import { withElements } from '../../../../core/ui/parts/words/withElements.tsx';
import { eventsOf, worstOf } from '../../deliveries/query.ts';
import type { EmailLogDocument } from '../../row.ts';
import { describeProof, describeStatus, isWeakProof } from '../describeEmail.ts';
import { findInitiators, Initiator, RelatedRecord } from '../EmailLinks.tsx';
import { MailType, mailTypesIn } from '../MailType.tsx';
import { DeliveryPill, DeliveryTimeline } from './DeliveryTimeline.tsx';
import { Trail } from './Trail.tsx';
import '../../../../core/ui/parts/page/page.css';
import './trail.css';

type EmailPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

/** One log row: the outcome of a mail at each transport, and the certainty about it. */
export const EmailPage = async ({ doc, payload, portal, initPageResult }: EmailPageProps) => {
  // The address of a new document: no one creates rows here.
  if (doc?.id === undefined) notFound();
  const email = doc as EmailLogDocument;
  const { slugs } = portal.options;
  const { user, i18n } = initPageResult.req;
  const t = textsBy(i18n.t);
  const { status, transport, error, messageId, userId, type, relatedType, relatedId } = email;
  const refused = email.fallback ?? [];
  const { tone, words } = describeStatus({ status, hasFallback: refused.length > 0 }, t);
  const [initiators, events] = await Promise.all([
    findInitiators(payload, slugs.users, { ids: [userId], reader: user }),
    eventsOf(payload, slugs, email.id),
  ]);
  const delivery = worstOf(events);
  const moment = new Date(email.createdAt);
  const related = { type: relatedType, id: relatedId };
  const subject = email.subject || t('emailLog:table:noSubject');
  const none = t('emailLog:page:none');
  const list = adminPath(payload, `/collections/${slugs.emailLog}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav nav={[{ label: t('emailLog:title'), url: list }, { label: subject }]} />
      <h1>{subject}</h1>
      <section className="portal-page__lead" aria-label={t('emailLog:page:outcome')}>
        <StatusPill tone={tone}>{words}</StatusPill>
        {delivery && <DeliveryPill state={delivery} t={t} />}
        <p>
          {describeProof({ status, transport, error, messageId }, t)}
          {isWeakProof({ status, transport }) && <ConnectProvider payload={payload} t={t} />}
        </p>
      </section>
      <div className="portal-page__columns">
        <section aria-labelledby="portal-trail">
          <h2 id="portal-trail">{t('emailLog:page:tried')}</h2>
          <Trail refused={refused} transport={transport} status={status} error={error} t={t} />
          <h2>{t('emailLog:page:afterwards')}</h2>
          {events.length === 0 ? (
            <p className="portal-muted">
              {t('emailLog:page:noEvents')} {status === 'sent' && t('emailLog:page:whoTells')}
            </p>
          ) : (
            <DeliveryTimeline events={events} hasSeveral={Boolean(email.to?.includes(', '))} t={t} />
          )}
        </section>
        <section aria-labelledby="portal-facts">
          <h2 id="portal-facts">{t('emailLog:page:mail')}</h2>
          <dl className="portal-facts">
            <Fact term={t('emailLog:table:time')} none={none}>
              <ExactTime moment={moment} />{' '}
              <span className="portal-muted">
                (<RelativeTime moment={moment} now={new Date()} />)
              </span>
            </Fact>
            <Fact term={t('emailLog:table:recipients')} none={none}>
              {email.to}
            </Fact>
            <Fact term={t('emailLog:table:subject')} none={none}>
              {email.subject}
            </Fact>
            <Fact term={t('emailLog:table:type')} none={none}>
              {type && <MailType type={type} types={mailTypesIn(portal, t)} />}
            </Fact>
            <Fact term={t('emailLog:table:related')} none={none}>
              {related.type && <RelatedRecord payload={payload} portal={portal} t={t} {...related} />}
            </Fact>
            <Fact term={t('emailLog:table:causedBy')} none={none}>
              <Initiator payload={payload} slugs={slugs} id={userId} initiators={initiators} t={t} />
            </Fact>
            <Fact term={t('emailLog:page:messageId')} none={none}>
              {messageId && <code>{messageId}</code>}
            </Fact>
            <Fact term={t('emailLog:page:row')} none={none}>
              {String(email.id)}
            </Fact>
          </dl>
          <p className="portal-page__links">
            {email.to && (
              <Link href={`${list}?${new URLSearchParams({ to: email.to })}`}>
                {t('emailLog:page:sameRecipients')}
              </Link>
            )}
            {related.type && related.id && (
              <Link
                href={`${list}?${new URLSearchParams({ related_type: related.type, related_id: related.id })}`}
              >
                {t('emailLog:page:sameRecord')}
              </Link>
            )}
          </p>
        </section>
      </div>
    </Gutter>
  );
};

const ConnectProvider = ({ payload, t }: { payload: Payload; t: TranslateText }) => (
  <>
    {' '}
    {withElements(t('emailLog:page:toKnowMore'), {
      link: <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>{t('emailLog:page:connect')}</Link>,
    })}
  </>
);

interface FactProps {
  readonly term: string;
  readonly none: string;
  readonly children: ReactNode;
}

const Fact = ({ term, none, children }: FactProps) => (
  <div>
    <dt>{term}</dt>
    <dd>{children || <span className="portal-muted">{none}</span>}</dd>
  </div>
);
