import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { notFound } from 'next/navigation.js';
import { type CollectionSlug, createLocalReq, type DocumentViewServerProps, type Payload } from 'payload';
import type { ReactNode } from 'react';
import type { PortalContext } from '../../context.ts';
import { postgresOf } from '../../database/pool.ts';
import { tableOf } from '../../database/table.ts';
import { findSenders } from '../../inbound/sender.ts';
import { findMail, type StoredMail } from '../../inbound/storedMail.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { idText, type RecordId } from '../../shared/ids.ts';
import { adminPath } from '../shared/adminPath.ts';
import { relativeTime, utcTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { longReason, outcomeTones, outcomeWords, proofOf } from './describeMail.ts';
import { type Choice, InboundActions } from './InboundActions.tsx';
import '../shared/shared.css';
import './inbound.css';

type InboundMailPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

/** One message: its text, why it waits, and what can be done with it. */
export const InboundMailPage = async ({ doc, payload, portal }: InboundMailPageProps) => {
  // The address of a new document: no one writes messages here.
  if (doc?.id === undefined) notFound();
  const req = await createLocalReq({}, payload);
  const mail = await findMail(req, portal, doc.id);
  if (!mail) notFound();
  const { slugs } = portal.options;
  const list = adminPath(payload, `/collections/${slugs.inboundMails}`);
  const waits = mail.outcome === 'held' || mail.outcome === 'failed';
  const ticketPath = adminPath(payload, `/collections/${slugs.tickets}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav nav={[{ label: 'Mail in', url: list }, { label: mail.subject || 'No subject' }]} />
      <h1>{mail.subject || 'No subject'}</h1>
      <section className="portal-page__lead" aria-label="Outcome">
        <StatusPill tone={mail.outcome === null ? 'neutral' : outcomeTones[mail.outcome]}>
          {mail.outcome === null ? 'New' : outcomeWords[mail.outcome]}
        </StatusPill>
        <p>
          {longReason(mail.outcome, mail.reason)}{' '}
          {mail.ticket_id !== null && (
            <Link href={`${ticketPath}/${idText(mail.ticket_id)}`}>
              Open ticket #{idText(mail.ticket_id)}
            </Link>
          )}
          {mail.log_row_id !== null && (
            <Link href={adminPath(payload, `/collections/${slugs.emailLog}/${mail.log_row_id}`)}>
              Open the mail that came back
            </Link>
          )}
        </p>
      </section>
      {waits && (
        <InboundActions
          id={idText(mail.id)}
          from={mail.from}
          portalRoute={apiRouteOf(payload, portal)}
          paths={{ list, ticket: ticketPath }}
          next={await nextWaiting(payload, portal, mail)}
          {...(await choicesFor(payload, portal, mail))}
        />
      )}
      <div className="portal-page__columns">
        <section aria-labelledby="portal-mail-text">
          <h2 id="portal-mail-text">The message</h2>
          <MessageText mail={mail} />
        </section>
        <section aria-labelledby="portal-mail-facts">
          <h2 id="portal-mail-facts">Facts</h2>
          <dl className="portal-facts">
            <Fact term="From">{mail.from}</Fact>
            <Fact term="Sender">{proofOf(mail.authentication)}</Fact>
            <Fact term="To">{mail.to}</Fact>
            <Fact term="Received">
              <time dateTime={mail.received_at.toISOString()}>{utcTime(mail.received_at)}</time>{' '}
              <span className="portal-muted">
                ({relativeTime(mail.received_at, new Date())}, {mail.via === 'imap' ? 'by IMAP' : 'over HTTP'}
                )
              </span>
            </Fact>
            <Fact term="Message-ID">{mail.message_id && <code>{mail.message_id}</code>}</Fact>
          </dl>
          {mail.filename !== null && (
            <p className="portal-page__links">
              <a
                href={`${payload.config.routes.api}/${slugs.inboundMails}/file/${mail.filename}`}
                download="message.eml"
              >
                Download the message
              </a>
            </p>
          )}
        </section>
      </div>
    </Gutter>
  );
};

const MessageText = ({ mail }: { mail: StoredMail }) => {
  if (mail.text) return <div className="portal-inbound__text">{mail.text}</div>;
  const isElsewhere = mail.outcome === 'reply' || mail.outcome === 'ticket';
  return (
    <p className="portal-muted">
      {isElsewhere
        ? 'Its text is on the ticket.'
        : 'There is no text, or it is older than 30 days and deleted.'}
    </p>
  );
};

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children || <span className="portal-muted">None</span>}</dd>
  </div>
);

/** The next message that waits, older than this one; else the newest. */
const nextWaiting = async (
  payload: Payload,
  { options }: PortalContext,
  { id, received_at }: StoredMail,
): Promise<string | null> => {
  const { rows } = await postgresOf(payload).pool.query<{ id: RecordId }>(
    `select id from ${tableOf(payload, options.slugs.inboundMails)}
     where outcome = 'held' and id <> $1 order by (received_at < $2) desc, received_at desc limit 1`,
    [id, received_at],
  );
  return rows[0] ? idText(rows[0].id) : null;
};

/** What staff choose from: the newest tickets of the sender's organization and the one that is named; all organizations. */
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
  const { rows: tickets } = await postgresOf(payload).pool.query<{ id: RecordId; subject: string }>(
    `select id, subject from ${tableOf(payload, slugs.tickets)}
     where organization_id::text = $1 or id::text = $2
     order by (id::text is not distinct from $2) desc, updated_at desc limit 50`,
    [organization === undefined ? null : String(organization), named],
  );
  return {
    tickets: tickets.map(({ id, subject }) => ({ id: idText(id), label: `#${id} ${subject}` })),
    organizations: organizations.docs
      .map((one) => ({ id: String(one.id), label: String(Reflect.get(one, title) ?? one.id) }))
      .sort((one, other) => one.label.localeCompare(other.label)),
    organization: organization === undefined ? null : String(organization),
    named,
  };
};
