import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { notFound } from 'next/navigation.js';
import type { DocumentViewServerProps, Payload } from 'payload';
import type { PortalContext } from '../../../../core/context.ts';
import { settingsSlug } from '../../../../core/shared/portal/settingsSlug.ts';
import { type TranslateText, textsBy } from '../../../../core/texts/text.ts';
import { adminPath } from '../../../../core/ui/adminPath.ts';
import { ExactTime, RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { Fact, StatusPill, withElements } from '../../../../core/ui/parts/words/words.tsx';
import { eventsOf, worstOf } from '../../deliveries/query.ts';
import type { EmailLogDocument } from '../../row.ts';
import { describeProof, describeStatus, isWeakProof } from '../describeEmail.ts';
import { findInitiators, Initiator, MailType, mailTypesIn, RelatedRecord } from '../EmailLinks.tsx';
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
  const { status, transport, error, messageId, userId } = email;
  const refused = email.fallback ?? [];
  const { tone, words } = describeStatus({ status, hasFallback: refused.length > 0 }, t);
  const [initiators, events] = await Promise.all([
    findInitiators(payload, slugs.users, { ids: [userId], reader: user }),
    eventsOf(payload, slugs, email.id),
  ]);
  const delivery = worstOf(events);
  const subject = email.subject || t('emailLog:table:noSubject');
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
          <MailFacts {...{ payload, portal, email, initiators, t }} />
          <SameMails {...{ list, email, t }} />
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

interface MailFactsProps {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly email: EmailLogDocument;
  readonly initiators: Awaited<ReturnType<typeof findInitiators>>;
  readonly t: TranslateText;
}

const MailFacts = ({ payload, portal, email, initiators, t }: MailFactsProps) => {
  const { type, relatedType, relatedId, messageId, userId } = email;
  const moment = new Date(email.createdAt);
  const none = t('emailLog:page:none');
  return (
    <dl className="portal-facts">
      <Fact label={t('emailLog:table:time')} none={none}>
        <ExactTime moment={moment} />{' '}
        <span className="portal-muted">
          (<RelativeTime moment={moment} now={new Date()} />)
        </span>
      </Fact>
      <Fact label={t('emailLog:table:recipients')} none={none}>
        {email.to}
      </Fact>
      <Fact label={t('emailLog:table:subject')} none={none}>
        {email.subject}
      </Fact>
      <Fact label={t('emailLog:table:type')} none={none}>
        {type && <MailType type={type} types={mailTypesIn(portal, t)} />}
      </Fact>
      <Fact label={t('emailLog:table:related')} none={none}>
        {relatedType && (
          <RelatedRecord payload={payload} portal={portal} t={t} type={relatedType} id={relatedId} />
        )}
      </Fact>
      <Fact label={t('emailLog:table:causedBy')} none={none}>
        <Initiator payload={payload} slugs={portal.options.slugs} id={userId} initiators={initiators} t={t} />
      </Fact>
      <Fact label={t('emailLog:page:messageId')} none={none}>
        {messageId && <code>{messageId}</code>}
      </Fact>
      <Fact label={t('emailLog:page:row')} none={none}>
        {String(email.id)}
      </Fact>
    </dl>
  );
};

interface SameMailsProps {
  /** The address of the log. */
  readonly list: string;
  readonly email: EmailLogDocument;
  readonly t: TranslateText;
}

/** Links to the mails to the same recipients, and about the same record. */
const SameMails = ({ list, email, t }: SameMailsProps) => {
  const { to, relatedType: related_type, relatedId: related_id } = email;
  return (
    <p className="portal-page__links">
      {to && <Link href={`${list}?${new URLSearchParams({ to })}`}>{t('emailLog:page:sameRecipients')}</Link>}
      {related_type && related_id && (
        <Link href={`${list}?${new URLSearchParams({ related_type, related_id })}`}>
          {t('emailLog:page:sameRecord')}
        </Link>
      )}
    </p>
  );
};
