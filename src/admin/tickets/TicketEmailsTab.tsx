import type { DocumentTabServerProps } from 'payload';
import type { PortalContext } from '../../context.ts';
import { prepareEmailLog } from '../../email-log/prepare.ts';
import { countEmails } from '../../email-log/query.ts';
import { adminPath } from '../shared/adminPath.ts';
import { TicketTabLink } from './TicketTabLink.tsx';

type TicketEmailsTabProps = DocumentTabServerProps & { readonly portal: PortalContext };

/** The tab of the mails about a ticket: how many there are, and how many failed. */
export const TicketEmailsTab = async ({ payload, portal, req }: TicketEmailsTabProps) => {
  const id = String(req.routeParams?.id);
  const { emailLog, tickets } = portal.options.slugs;
  await prepareEmailLog(payload, portal.options);
  const about = { relatedType: 'ticket', relatedId: id };
  const [count, failed] = await Promise.all([
    countEmails(payload, emailLog, about),
    countEmails(payload, emailLog, { ...about, status: 'failed' }),
  ]);
  return (
    <TicketTabLink
      address={adminPath(payload, `/collections/${tickets}/${id}/emails`)}
      label="Emails"
      count={count}
      failed={failed}
    />
  );
};
