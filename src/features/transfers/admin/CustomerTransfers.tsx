import { scopesOf } from '../../../core/access/scopesOf.ts';
import { textsBy } from '../../../core/texts/text.ts';
import type { CustomerPartProps } from '../../../core/ui/customer/customer.ts';
import { CustomerRecords } from '../../../core/ui/parts/page/CustomerRecords.tsx';
import { StatusPill } from '../../../core/ui/parts/words/words.tsx';
import type { TransferStatus } from '../vocabulary.ts';
import { SendFilesHere } from './SendFilesHere.tsx';
import { toneOf } from './transfer.ts';

/** The side of a ticket and of an organization: the files that were sent, newest first, and a way to send more. */
export const CustomerTransfers = (props: CustomerPartProps) => {
  const { i18n, portal, user } = props;
  if (!scopesOf(portal.principalOf(user)).includes('transfers:read')) return null;
  const t = textsBy(i18n.t);
  return (
    <CustomerRecords<TransferStatus>
      part={props}
      id="portal-customer-transfers"
      title={t('transfers:admin:customer')}
      slug={portal.options.slugs.transfers}
      status={(status) => <StatusPill tone={toneOf(status)}>{t(`transfers:status:${status}`)}</StatusPill>}
      more={(known) => <SendFilesHere {...props} known={known} buttonStyle="secondary" />}
    />
  );
};
