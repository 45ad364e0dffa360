import { maySaveSettings } from '../../../core/access/roles.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { settingsPart } from '../../../core/ui/pageComponent.ts';
import { ExactTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { ErrorSentence, withElements } from '../../../core/ui/parts/words/words.tsx';
import { addressesOf, deadAddresses } from '../addresses.ts';
import { TestAlerts } from './TestAlerts.tsx';
import '../../../core/ui/parts/page/side.css';

/** Part of Settings: the alert addresses that do not respond, and a button that tests all of them. */
export const AlertsState = settingsPart(async ({ payload, portal, user, i18n }) => {
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
      {addresses.length > 0 && maySaveSettings(portal.principalOf(user)) && <TestAlerts />}
    </section>
  );
});
