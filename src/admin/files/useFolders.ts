import { useCallback, useEffect, useState } from 'react';
import { callCms } from '../shared/cmsApi.ts';

interface Folder {
  readonly id: number | string;
  readonly name: string;
}

/** The folders of an organization by name; null until they are there. */
export const useFolders = (apiRoute: string, foldersSlug: string, organization: number | string | null) => {
  const [folders, setFolders] = useState<readonly Folder[] | null>(null);
  const reload = useCallback(async () => {
    const query = new URLSearchParams({ sort: 'name', limit: '200', depth: '0', 'select[name]': 'true' });
    if (organization !== null) query.set('where[organization][equals]', String(organization));
    const answer = await callCms<{ docs: Folder[] }>(apiRoute, {
      method: 'GET',
      path: `/${foldersSlug}?${query}`,
    });
    setFolders(answer.ok ? answer.output.docs : []);
  }, [apiRoute, foldersSlug, organization]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { folders, reload };
};
