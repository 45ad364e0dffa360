import { Gutter, Link, SetStepNav } from '@payloadcms/ui';
import { notFound } from 'next/navigation.js';
import type { DocumentViewServerProps } from 'payload';
import { scopesOf } from '../../access/scopesOf.ts';
import type { PortalContext } from '../../context.ts';
import { findEmails } from '../../email-log/query.ts';
import { EmailTable } from '../email-log/EmailTable.tsx';
import { findInitiators } from '../email-log/findInitiators.ts';
import { adminPath } from '../shared/adminPath.ts';
import { EmptyState } from '../shared/EmptyState.tsx';
import '../shared/shared.css';

type TicketEmailsProps = DocumentViewServerProps & { readonly portal: PortalContext };

const shown = 50;

/** “Emails about this ticket”: the newest of the email log. */
export const TicketEmails = async ({ doc, payload, portal, initPageResult }: TicketEmailsProps) => {
  const { user } = initPageResult.req;
  if (!scopesOf(portal.principalOf(user)).includes('email-log:read')) notFound();
  const { slugs } = portal.options;
  const id = String(doc.id);
  const emails = await findEmails(
    payload,
    slugs.emailLog,
    { relatedType: 'ticket', relatedId: id },
    { start: { offset: 0 }, perPage: shown },
  );
  const ids = emails.map(({ user_id }) => user_id);
  const initiators = await findInitiators(payload, slugs.users, { ids, reader: user });
  const parameters = new URLSearchParams({ related_type: 'ticket', related_id: id });
  const tickets = adminPath(payload, `/collections/${slugs.tickets}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[
          { label: 'Tickets', url: tickets },
          { label: doc.subject, url: `${tickets}/${id}` },
          { label: 'Emails' },
        ]}
      />
      <section aria-labelledby="portal-ticket-emails">
        <h2 id="portal-ticket-emails">Emails about this ticket</h2>
        {emails.length === 0 ? (
          <EmptyState title="No mail yet">
            The requester gets one when staff reply; the notification address of Settings hears of new
            tickets.
          </EmptyState>
        ) : (
          <EmailTable
            payload={payload}
            slugs={slugs}
            emails={emails}
            initiators={initiators}
            now={new Date()}
          />
        )}
      </section>
      <p className="portal-page__links">
        <Link href={`${adminPath(payload, `/collections/${slugs.emailLog}`)}?${parameters}`}>
          Search these in the email log
        </Link>
      </p>
    </Gutter>
  );
};
