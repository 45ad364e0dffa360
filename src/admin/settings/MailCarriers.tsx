import type { UIFieldServerProps } from 'payload';
import { maySaveSettings } from '../../access/roles.ts';
import type { PortalContext } from '../../context.ts';
import { carriersOf } from '../../mail/connectedTransports.ts';
import { apiRouteOf } from '../../shared/apiRoute.ts';
import { ErrorSentence } from '../shared/Messages.tsx';
import { TestMail } from './TestMail.tsx';
import '../shared/shared.css';

type MailCarriersProps = UIFieldServerProps & { readonly portal: PortalContext };

/** In Settings: the connected transports in order, and a form that sends a test mail. */
export const MailCarriers = async ({ payload, portal, user }: MailCarriersProps) => {
  const carriers = await carriersOf(payload);
  return (
    <section className="field-type portal-side" aria-labelledby="portal-carriers">
      <h2 id="portal-carriers">Mail goes out by</h2>
      {carriers.length === 0 ? (
        <ErrorSentence>
          Nothing yet, so every mail fails. Set a host or a URL here and save, or connect a transport in the
          app’s configuration.
        </ErrorSentence>
      ) : (
        <ol>
          {carriers.map(({ name, connectedBy }) => (
            <li key={name}>
              <strong>{name}</strong>, set{' '}
              {connectedBy === 'Settings' ? 'here' : 'by the app’s configuration'}
            </li>
          ))}
        </ol>
      )}
      {maySaveSettings(portal.principalOf(user)) && <TestMail portalRoute={apiRouteOf(payload, portal)} />}
    </section>
  );
};
