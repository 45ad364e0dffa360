import { scopesOf } from '../../../core/access/scopesOf.ts';
import { textsBy } from '../../../core/texts/text.ts';
import type { CustomerPartProps } from '../../../core/ui/customer/customer.ts';
import { CustomerRecords } from '../../../core/ui/parts/page/CustomerRecords.tsx';
import { StatusPill } from '../../../core/ui/parts/words/words.tsx';
import type { RequestStatus } from '../vocabulary.ts';
import { AskForFilesHere } from './AskForFilesHere.tsx';
import { toneOf } from './uploadRequest.ts';

/** The side of a ticket and of an organization: the files that were asked for, newest first, and a way to ask for more. */
export const CustomerRequests = (props: CustomerPartProps) => {
  const { i18n, portal, user } = props;
  if (!scopesOf(portal.principalOf(user)).includes('upload-requests:read')) return null;
  const t = textsBy(i18n.t);
  return (
    <CustomerRecords<RequestStatus>
      part={props}
      id="portal-customer-requests"
      title={t('uploadRequests:admin:customer')}
      slug={portal.options.slugs.uploadRequests}
      status={(status) => (
        <StatusPill tone={toneOf(status)}>{t(`uploadRequests:status:${status}`)}</StatusPill>
      )}
      more={(known) => <AskForFilesHere {...props} known={known} buttonStyle="secondary" />}
    />
  );
};
