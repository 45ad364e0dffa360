import { Banner, Link } from '@payloadcms/ui';
import type { Payload, ServerProps } from 'payload';
import type { ReactNode } from 'react';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import type { Warning, WarningValue } from '../../../core/ports/attention.ts';
import { type TranslateText, textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { ExactTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../core/ui/parts/words/words.tsx';
import './PortalAlerts.css';

type PortalAlertsProps = ServerProps & { readonly portal: PortalContext };

/** The warnings of all features, above the dashboard. Only staff see it. */
export const PortalAlerts = async ({ payload, portal, user, i18n }: PortalAlertsProps) => {
  if (!scopesOf(portal.principalOf(user)).includes('email-log:read')) return null;
  const found = await Promise.all(
    portal.features.map((feature) => feature.findWarnings?.(payload, portal) ?? []),
  );
  const t = textsBy(i18n.t);
  return (
    <div className="portal-alerts">
      {found.flat().map((warning) => (
        <div key={warning.name} role="alert" data-alert={warning.name}>
          <Banner type={warning.tone}>
            <Words warning={warning} payload={payload} t={t} />
          </Banner>
        </div>
      ))}
    </div>
  );
};

interface WordsProps {
  readonly warning: Warning;
  readonly payload: Payload;
  readonly t: TranslateText;
}

const Words = ({ warning: { lead, count, words, values = {}, link }, payload, t }: WordsProps) => (
  <>
    {lead && (
      <>
        <strong>{t(lead, count === undefined ? {} : { count })}</strong>{' '}
      </>
    )}
    {words && (
      <>
        {withElements(
          t(words),
          Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value, t)])),
        )}{' '}
      </>
    )}
    {link && <Link href={adminPath(payload, link.path)}>{t(link.label)}</Link>}
  </>
);

const shown = (value: WarningValue, t: TranslateText): ReactNode => {
  if (value === null || typeof value !== 'object') return value;
  if ('moment' in value) return <ExactTime moment={value.moment} />;
  return 'code' in value ? <code>{value.code}</code> : <strong>{t(value.strong)}</strong>;
};
