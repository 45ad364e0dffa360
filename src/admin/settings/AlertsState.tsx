import type { UIFieldServerProps } from 'payload';
import { maySaveSettings } from '../../access/roles.ts';
import { addressesOf, deadAddresses } from '../../alerts/addresses.ts';
import type { PortalContext } from '../../context.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { ErrorSentence } from '../shared/Messages.tsx';
import { utcTime } from '../shared/RelativeTime.tsx';
import { TestAlerts } from './TestAlerts.tsx';
import '../shared/shared.css';

type AlertsStateProps = UIFieldServerProps & { readonly portal: PortalContext };

/** In Settings: which alert addresses do not answer, and a button that tries them all. */
export const AlertsState = async ({ payload, portal, user }: AlertsStateProps) => {
  const [addresses, dead] = await Promise.all([addressesOf(payload), deadAddresses(payload)]);
  return (
    <section className="field-type portal-side" aria-labelledby="portal-alerts">
      <h2 id="portal-alerts">Alerts go to</h2>
      <p>
        {addresses.length === 0
          ? 'No address yet: no one is told when mail stops working.'
          : `${addresses.length} ${addresses.length === 1 ? 'address' : 'addresses'}.`}
      </p>
      {dead.map(({ url, error, failedAt }) => (
        <ErrorSentence key={url}>
          {new URL(url).host} has not taken an alert since {utcTime(failedAt)}: {error}
        </ErrorSentence>
      ))}
      {addresses.length > 0 && maySaveSettings(portal.principalOf(user)) && (
        <TestAlerts portalRoute={apiRouteOf(payload, portal)} />
      )}
    </section>
  );
};
