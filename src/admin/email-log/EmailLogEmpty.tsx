import { Link } from '@payloadcms/ui';
import type { Payload } from 'payload';
import { settingsSlug } from '../../settings/settingsSlug.ts';
import { adminPath } from '../shared/adminPath.ts';
import { EmptyState } from '../shared/EmptyState.tsx';

export const EmailLogEmpty = ({ payload, isFiltered }: { payload: Payload; isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No mail matches">Change the filter, or choose “Clear” to see all mails.</EmptyState>
  ) : (
    <EmptyState title="No mail yet">
      Every mail that the portal hands over shows up here.{' '}
      <Link href={adminPath(payload, `/globals/${settingsSlug}`)}>
        Connect a provider and send a test mail
      </Link>
      .
    </EmptyState>
  );
