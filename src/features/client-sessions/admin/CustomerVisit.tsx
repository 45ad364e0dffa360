import { isSpanningStaff } from '../../../core/access/roles.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { type CustomerPartProps, customerOf } from '../../../core/ui/customer/customer.ts';
import { Beside } from '../../../core/ui/parts/page/Beside.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../core/ui/parts/words/words.tsx';
import { lastVisitOf } from '../sessions/sessions.ts';

/** The side of a ticket: the last visit of its requester to the client pages. Only staff see it. */
export const CustomerVisit = (props: CustomerPartProps) => {
  const { i18n, payload, portal, user } = props;
  const person = customerOf(props)?.person ?? null;
  if (person === null || portal.options.clients.disabled) return null;
  if (!isSpanningStaff(portal.principalOf(user))) return null;
  const t = textsBy(i18n.t);
  const read = async () => {
    await preparePortalSchema(payload);
    const lastVisit = await lastVisitOf(payload, person);
    return (
      <p>
        {lastVisit === null
          ? t('signIn:sessions:never')
          : withElements(t('signIn:sessions:lastVisit'), {
              time: <RelativeTime moment={lastVisit} now={new Date()} />,
            })}
      </p>
    );
  };
  return <Beside id="portal-customer-visit" title={t('signIn:sessions:title')} read={read} t={t} />;
};
