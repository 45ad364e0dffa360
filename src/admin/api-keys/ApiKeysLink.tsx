import { Link, useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';

/** In Settings: the way to the API keys, which are a list of their own. */
export const ApiKeysLink = ({ apiKeysSlug }: { apiKeysSlug: string }) => {
  const { config } = useConfig();
  const { admin: adminRoute } = config.routes;
  return (
    <div className="field-type">
      <span className="field-label">API keys</span>
      <Link href={formatAdminURL({ adminRoute, path: `/collections/${apiKeysSlug}` })}>
        Make, list and revoke API keys
      </Link>
    </div>
  );
};
