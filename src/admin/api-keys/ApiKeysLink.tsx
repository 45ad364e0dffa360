import { Link, useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';

/** In Settings: the way to the API keys, which are a list of their own. */
export const ApiKeysLink = ({ apiKeysSlug }: { apiKeysSlug: string }) => {
  const { config } = useConfig();
  const { admin: adminRoute } = config.routes;
  return (
    <p className="field-type">
      <Link href={formatAdminURL({ adminRoute, path: `/collections/${apiKeysSlug}` })}>
        API keys: make, list and revoke
      </Link>
    </p>
  );
};
