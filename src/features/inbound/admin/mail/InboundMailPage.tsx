import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { notFound } from 'next/navigation.js';
import { type CollectionSlug, createLocalReq, type DocumentViewServerProps, type Payload } from 'payload';
import { formatAdminURL } from 'payload/shared';
import type { ReactNode } from 'react';
import type { PortalContext } from '../../../../core/context.ts';
import { apiRouteOf } from '../../../../core/shared/portal/apiRoute.ts';
import { idText } from '../../../../core/shared/values/ids.ts';
import { type TranslateText, textsBy } from '../../../../core/texts/text.ts';
import { adminPath } from '../../../../core/ui/adminPath.ts';
import { ExactTime, RelativeTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { Fact, StatusPill, withElements } from '../../../../core/ui/parts/words/words.tsx';
import { isRepeatable } from '../../processAgain.ts';
import { findSenders } from '../../senders/sender.ts';
import { isDecidable, offersDecision } from '../../storage/fate.ts';
import { findTicketChoices, nextWaiting } from '../../storage/query.ts';
import { readText } from '../../storage/readText.ts';
import { findMail, type StoredMail } from '../../storage/storedMail.ts';
import type { inbound as en } from '../../texts/en.ts';
import { keptDays } from '../../vocabulary.ts';
import { longReason, outcomeTones, outcomeWord, proofOf } from '../describeMail.ts';
import { SenderOf } from '../senders/Senders.tsx';
import { type Choice, InboundActions } from './InboundActions.tsx';
import { AwaitOutcome, ProcessAgain } from './Processing.tsx';
import '../../../../core/ui/parts/page/page.css';
import '../inbound.css';

type InboundMailPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

/** One message: its text, the reason why it waits, and the possible actions. */
export const InboundMailPage = async ({ doc, payload, portal, i18n }: InboundMailPageProps) => {
  // The address of a new document: no one writes messages here.
  if (doc?.id === undefined) notFound();
  const req = await createLocalReq({}, payload);
  const mail = await findMail(req, portal, doc.id);
  if (!mail) notFound();
  const t = textsBy(i18n.t);
  const subject = mail.subject || t('inbound:noSubject');
  const { slugs } = portal.options;
  const list = adminPath(payload, `/collections/${slugs.inboundMails}`);
  const isOpen = offersDecision(mail);
  const next = await nextWaiting(payload, portal, mail);
  const sender = <SenderOf {...{ payload, mail, list, next }} />;
  const ticketPath = adminPath(payload, `/collections/${slugs.tickets}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav nav={[{ label: t('inbound:title'), url: list }, { label: subject }]} />
      {mail.outcome === null && <AwaitOutcome />}
      <h1>{subject}</h1>
      <OutcomeOf {...{ payload, portal, mail, t }} />
      {isOpen && (
        <InboundActions
          id={idText(mail.id)}
          from={mail.from}
          paths={{ list, ticket: ticketPath }}
          next={next}
          {...(await choicesFor(payload, portal, mail))}
        >
          {sender}
        </InboundActions>
      )}
      <div className="portal-page__columns">
        <section aria-labelledby="portal-mail-text">
          <h2 id="portal-mail-text">{t('inbound:page:message')}</h2>
          <MessageText text={await readText(req, portal, mail)} t={t} />
          {mail.filename !== null && (
            <FormattedMessage
              src={formatAdminURL({
                apiRoute: apiRouteOf(payload, portal) as `/${string}`,
                path: `/portal/v1/inbound-mails/${idText(mail.id)}/page`,
              })}
              t={t}
            />
          )}
        </section>
        <section aria-labelledby="portal-mail-facts">
          <h2 id="portal-mail-facts">{t('inbound:page:facts')}</h2>
          <MailFacts mail={mail} t={t} />
          {mail.filename !== null && (
            <p className="portal-page__links">
              <a
                href={`${payload.config.routes.api}/${slugs.inboundMails}/file/${mail.filename}`}
                download="message.eml"
              >
                {t('inbound:page:download')}
              </a>
            </p>
          )}
          {!isOpen && sender}
          {isRepeatable(mail) && <ProcessAgain id={idText(mail.id)} isAccepted={!isDecidable(mail)} />}
        </section>
      </div>
    </Gutter>
  );
};

interface OutcomeOfProps {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly mail: StoredMail;
  readonly t: TranslateText;
}

const OutcomeOf = ({
  payload,
  portal: {
    options: { slugs },
  },
  mail,
  t,
}: OutcomeOfProps) => (
  <section className="portal-page__lead" aria-label={t('inbound:page:outcome')}>
    <StatusPill tone={mail.outcome === null ? 'neutral' : outcomeTones[mail.outcome]}>
      {outcomeWord(mail.outcome, t)}
    </StatusPill>
    <p>
      {longReason(mail.outcome, mail.reason, t)}{' '}
      {mail.ticket_id !== null && (
        <Link href={adminPath(payload, `/collections/${slugs.tickets}/${idText(mail.ticket_id)}`)}>
          {t('inbound:page:openTicket', { id: idText(mail.ticket_id) })}
        </Link>
      )}
      {mail.log_row_id !== null && (
        <Link href={adminPath(payload, `/collections/${slugs.emailLog}/${mail.log_row_id}`)}>
          {t('inbound:page:openMail')}
        </Link>
      )}
    </p>
  </section>
);

const MessageText = ({ text, t }: { text: string | null; t: TranslateText }) =>
  text ? (
    <div className="portal-inbound__text">{text}</div>
  ) : (
    <p className="portal-muted">{t('inbound:page:noText', { days: keptDays })}</p>
  );

interface MailFactsProps {
  readonly mail: StoredMail;
  readonly t: TranslateText;
}

const MailFacts = ({ mail, t }: MailFactsProps) => {
  const fact = (name: keyof typeof en.fact, value: ReactNode) => (
    <Fact label={t(`inbound:fact:${name}`)} none={t('inbound:page:none')}>
      {value}
    </Fact>
  );
  return (
    <dl className="portal-facts">
      {fact('from', [mail.from_name, mail.from].filter(Boolean).join(', '))}
      {fact('sender', proofOf(mail.authentication, t))}
      {fact('to', mail.to)}
      {fact(
        'received',
        <>
          <ExactTime moment={mail.received_at} />{' '}
          <span className="portal-muted">
            {withElements(t(mail.via === 'imap' ? 'inbound:page:byImap' : 'inbound:page:overHttp'), {
              ago: <RelativeTime moment={mail.received_at} now={new Date()} />,
            })}
          </span>
        </>,
      )}
      {fact('messageId', mail.message_id && <code>{mail.message_id}</code>)}
    </dl>
  );
};

/** The message as its sender laid it out, in a frame that runs nothing. */
const FormattedMessage = ({ src, t }: { src: string; t: TranslateText }) => (
  <details className="portal-inbound__formatted">
    <summary>{t('inbound:page:formatted')}</summary>
    <p className="portal-muted">{t('inbound:page:formattedNote')}</p>
    <iframe
      title={t('inbound:page:formatted')}
      src={src}
      sandbox=""
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  </details>
);

/**
 * The choices of staff: the newest tickets of the sender's organization and the ticket that the message names; all
 * organizations.
 */
const choicesFor = async (
  payload: Payload,
  portal: PortalContext,
  mail: StoredMail,
): Promise<{
  tickets: Choice[];
  organizations: Choice[];
  organization: string | null;
  named: string | null;
}> => {
  const { slugs } = portal.options;
  const req = await createLocalReq({}, payload);
  const [sender] = mail.from === null ? [] : await findSenders(req, portal, mail.from);
  const [organization] = sender?.principal.organizations ?? [];
  const organizations = await payload.find({
    collection: slugs.organizations as CollectionSlug,
    // An organization that is left out could not be chosen.
    pagination: false,
    depth: 0,
    // Staff see every organization.
    overrideAccess: true,
  });
  const title = payload.collections[slugs.organizations as CollectionSlug]?.config.admin.useAsTitle ?? 'id';
  const named = /\[#([\w-]{1,64})\]/.exec(mail.subject ?? '')?.[1] ?? null;
  const own = organization === undefined ? null : String(organization);
  const tickets = await findTicketChoices(payload, portal, { organization: own, named });
  return {
    tickets: tickets.map(({ id, subject }) => ({ id: idText(id), label: `#${id} ${subject}` })),
    organizations: organizations.docs
      .map((one) => ({ id: String(one.id), label: String(Reflect.get(one, title) ?? one.id) }))
      .sort((one, other) => one.label.localeCompare(other.label)),
    organization: own,
    named,
  };
};
