import { Link } from '@payloadcms/ui';
import type { UIFieldServerProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { apiRouteOf } from '../../../core/shared/apiRoute.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { BounceWarning } from './BounceWarning.tsx';
import { EraseAddress } from './EraseAddress.tsx';
import '../../../core/ui/shared.css';

type PersonMailsProps = UIFieldServerProps & { readonly portal: PortalContext };

/** Beside a person: their mails in the log, whether the last one bounced, and how their address is erased. */
export const PersonMails = async ({ data, i18n, payload, portal, user }: PersonMailsProps) => {
  const scopes = scopesOf(portal.principalOf(user));
  const email: unknown = data?.email;
  if (typeof email !== 'string' || !scopes.includes('email-log:read')) return null;
  const t = textsBy(i18n.t);
  const parameters = new URLSearchParams({ address: email });
  const portalRoute = apiRouteOf(payload, portal);
  const csv = `/portal/v1/email-log/export?${parameters}` as const;
  return (
    <section className="field-type portal-side" aria-labelledby="portal-person-mails">
      <h2 id="portal-person-mails">{t('people:mails:title')}</h2>
      <BounceWarning payload={payload} slugs={portal.options.slugs} address={email} t={t} />
      <p className="portal-page__links">
        <Link href={`${adminPath(payload, `/collections/${portal.options.slugs.emailLog}`)}?${parameters}`}>
          {t('people:mails:inLog')}
        </Link>
        <a href={formatAdminURL({ apiRoute: portalRoute as `/${string}`, path: csv })} download>
          {t('people:mails:export')}
        </a>
      </p>
      {scopes.includes('email-log:purge') && <EraseAddress portalRoute={portalRoute} address={email} />}
    </section>
  );
};
