import { useConfig } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { callCms } from '../requests/cmsApi.ts';
import { useSlugs } from './usePortal.ts';

export interface NamedOrganization {
  readonly id: number | string;
  readonly name: string;
}

/** The organizations that the reader may filter by, in order of their names; null until they are loaded. */
export const useOrganizations = (): readonly NamedOrganization[] | null => {
  const { config } = useConfig();
  const slug = useSlugs().organizations;
  const [organizations, setOrganizations] = useState<readonly NamedOrganization[] | null>(null);
  const apiRoute = config.routes.api;
  useEffect(() => {
    const path = `/${slug}?sort=name&limit=500&depth=0&select[name]=true` as const;
    void callCms<{ docs: NamedOrganization[] }>(apiRoute, { method: 'GET', path }).then(
      (result) => result.ok && setOrganizations(result.output.docs),
    );
  }, [apiRoute, slug]);
  return organizations;
};
