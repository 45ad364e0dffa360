'use client';

import { useConfig } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { callCms } from '../shared/cmsApi.ts';

interface Organization {
  readonly id: number | string;
  readonly name: string;
}

/** Asks whose events a webhook hears of. */
export const OrganizationChoice = ({ organizationsSlug }: { organizationsSlug: string }) => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const [organizations, setOrganizations] = useState<readonly Organization[]>([]);

  useEffect(() => {
    const path = `/${organizationsSlug}?sort=name&limit=500&depth=0` as const;
    void callCms<{ docs: Organization[] }>(apiRoute, { method: 'GET', path }).then((answer) => {
      if (answer.ok) setOrganizations(answer.output.docs);
    });
  }, [apiRoute, organizationsSlug]);

  return (
    <label>
      Whose events
      <select name="organization">
        <option value="">All organizations</option>
        {organizations.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};
