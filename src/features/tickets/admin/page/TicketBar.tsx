import { useDocumentInfo, useFormFields } from '@payloadcms/ui';
import { PresenceLine } from './presence/PresenceLine.tsx';
import '../tickets.css';

/** In the bar that stays in sight: the ticket, and who else has it open. Nothing for a new ticket. */
export const TicketBar = () => {
  const { id } = useDocumentInfo();
  const subject = useFormFields(([fields]) => fields.subject?.initialValue);
  if (id === undefined) return null;
  return (
    <div className="portal-ticket-bar">
      {/* The page's heading says the same. */}
      <p aria-hidden="true" title={String(subject ?? '')}>
        <strong>#{id}</strong> {String(subject ?? '')}
      </p>
      <PresenceLine />
    </div>
  );
};
