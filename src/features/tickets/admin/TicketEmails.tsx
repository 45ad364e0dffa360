import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { notFound } from 'next/navigation.js';
import type { DocumentTabServerProps, DocumentViewServerProps } from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { EmptyState } from '../../../core/ui/parts/words/words.tsx';
import { countEmails, findEmails, prepareEmailLog } from '../../email-log/feature.ts';
import { EmailTable, findInitiators } from '../../email-log/rsc.ts';
import { repeatabilityOf } from '../notices/failedNotices.ts';
import { SendAgain } from './SendAgain.tsx';
import { TicketTabLink } from './TicketTabLink.tsx';
import '../../../core/ui/parts/page/page.css';

type TicketEmailsProps = DocumentViewServerProps & { readonly portal: PortalContext };

const shown = 50;

/** “Emails about this ticket”: the newest rows of the email log. */
export const TicketEmails = async ({ doc, payload, portal, initPageResult }: TicketEmailsProps) => {
  const { user, i18n } = initPageResult.req;
  const t = textsBy(i18n.t);
  if (!scopesOf(portal.principalOf(user)).includes('email-log:read')) notFound();
  const { slugs } = portal.options;
  const id = String(doc.id);
  const emails = await findEmails(
    payload,
    slugs,
    { relatedType: 'ticket', relatedId: id },
    { start: { offset: 0 }, perPage: shown },
  );
  const ids = emails.map(({ user_id }) => user_id);
  const initiators = await findInitiators(payload, slugs.users, { ids, reader: user });
  const stateOf = await repeatabilityOf(payload, id);
  const parameters = new URLSearchParams({ related_type: 'ticket', related_id: id });
  const tickets = adminPath(payload, `/collections/${slugs.tickets}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[
          { label: t('collections:tickets:plural'), url: tickets },
          { label: doc.subject, url: `${tickets}/${id}` },
          { label: t('tickets:emails:word') },
        ]}
      />
      <section aria-labelledby="portal-ticket-emails">
        <h2 id="portal-ticket-emails">{t('tickets:emails:title')}</h2>
        {emails.length === 0 ? (
          <EmptyState title={t('tickets:emails:noneTitle')}>{t('tickets:emails:none')}</EmptyState>
        ) : (
          <EmailTable
            payload={payload}
            portal={portal}
            emails={emails}
            initiators={initiators}
            now={new Date()}
            t={textsBy(initPageResult.req.i18n.t)}
            action={(email) =>
              email.status === 'failed' && (
                <SendAgain id={String(email.id)} subject={email.subject ?? ''} state={stateOf(email)} />
              )
            }
          />
        )}
      </section>
      <p className="portal-page__links">
        <Link href={`${adminPath(payload, `/collections/${slugs.emailLog}`)}?${parameters}`}>
          {t('tickets:emails:search')}
        </Link>
      </p>
    </Gutter>
  );
};

type TicketEmailsTabProps = DocumentTabServerProps & { readonly portal: PortalContext };

/** The tab of the mails about a ticket, with the number of all mails and of failed ones. */
export const TicketEmailsTab = async ({ payload, portal, req }: TicketEmailsTabProps) => {
  const id = String(req.routeParams?.id);
  const { slugs } = portal.options;
  await prepareEmailLog(payload, portal.options);
  const about = { relatedType: 'ticket', relatedId: id };
  const [count, failed] = await Promise.all([
    countEmails(payload, slugs, about),
    countEmails(payload, slugs, { ...about, status: 'failed' }),
  ]);
  return (
    <TicketTabLink
      address={adminPath(payload, `/collections/${slugs.tickets}/${id}/emails`)}
      ticketId={id}
      count={count}
      failed={failed}
    />
  );
};
