import type { UIFieldServerProps } from 'payload';
import { maySaveSettings } from '../../access/roles.ts';
import { addressesOf, deadAddresses } from '../../alerts/addresses.ts';
import type { PortalContext } from '../../context.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { textsBy } from '../../translations/text.ts';
import { ErrorSentence } from '../shared/Messages.tsx';
import { ExactTime } from '../shared/RelativeTime.tsx';
import { withElements } from '../shared/withElements.tsx';
import { TestAlerts } from './TestAlerts.tsx';
import '../shared/shared.css';

type AlertsStateProps = UIFieldServerProps & { readonly portal: PortalContext };

/** In Settings: which alert addresses do not answer, and a button that tries them all. */
export const AlertsState = async ({ payload, portal, user, i18n }: AlertsStateProps) => {
  const t = textsBy(i18n.t);
  const [addresses, dead] = await Promise.all([addressesOf(payload), deadAddresses(payload)]);
  return (
    <section className="field-type portal-side" aria-labelledby="portal-alerts">
      <h2 id="portal-alerts">{t('settings:alerts:title')}</h2>
      <p>
        {addresses.length === 0
          ? t('settings:alerts:none')
          : t('settings:alerts:addresses', { count: addresses.length })}
      </p>
      {dead.map(({ url, error, failedAt }) => (
        <ErrorSentence key={url}>
          {withElements(t('settings:alerts:dead'), {
            host: new URL(url).host,
            time: <ExactTime moment={failedAt} />,
            error,
          })}
        </ErrorSentence>
      ))}
      {addresses.length > 0 && maySaveSettings(portal.principalOf(user)) && (
        <TestAlerts portalRoute={apiRouteOf(payload, portal)} />
      )}
    </section>
  );
};
