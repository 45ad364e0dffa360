import { useConfig } from '@payloadcms/ui';
import { useCallback, useEffect, useState } from 'react';
import { useSlugs } from '../../../core/ui/react/usePortal.ts';
import { callCms } from '../../../core/ui/requests/cmsApi.ts';
import type { Reason } from '../../../core/ui/requests/portalApi.ts';
import type { PersonDocument } from '../../people/ui.ts';

/** A file as the CMS gives it to its admin UI. */
export interface FileDocument {
  readonly id: number | string;
  readonly name: string;
  readonly url: string;
  readonly mimeType: string;
  readonly filesize: number;
  readonly createdAt: string;
  readonly uploadedBy?: PersonDocument;
  readonly folder?: { readonly id: number | string; readonly name: string } | number | string | null;
  readonly reply?: number | string | null;
  readonly internal?: boolean | null;
  readonly ticket?: { readonly id: number | string; readonly subject: string } | number | string | null;
}

interface Found {
  /** Newest first; null until they are loaded. */
  readonly files: readonly FileDocument[] | null;
  readonly problem: Reason | null;
}

const most = 100;

/** The newest files of a ticket or of a folder. */
export const useFiles = (of: {
  readonly field: 'ticket' | 'folder';
  readonly id: number | string | undefined;
}) => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const slug = useSlugs().files;
  const [found, setFound] = useState<Found>({ files: null, problem: null });
  const { field, id } = of;
  const reload = useCallback(async () => {
    if (id === undefined) return;
    const query = new URLSearchParams({
      [`where[${field}][equals]`]: String(id),
      sort: '-createdAt',
      limit: String(most),
      depth: '1',
    });
    const result = await callCms<{ docs: FileDocument[] }>(apiRoute, {
      method: 'GET',
      path: `/${slug}?${query}`,
    });
    setFound((before) =>
      result.ok ? { files: result.output.docs, problem: null } : { ...before, problem: result.message },
    );
  }, [apiRoute, slug, field, id]);
  useEffect(() => {
    void reload();
  }, [reload]);
  useUploaded(reload);
  return { ...found, reload };
};

/** A folder as it is offered. */
export interface Folder {
  readonly id: number | string;
  readonly name: string;
  readonly organization?: { readonly name?: string } | number | string | null;
}

/** The name of a folder where folders of several organizations are offered: many have one of the same name. */
export const folderLabel = ({ name, organization }: Folder): string =>
  typeof organization === 'object' && organization?.name ? `${name}, ${organization.name}` : name;

/** The folders of an organization, or of all that the reader may see, by name; null until they are loaded. */
export const useFolders = (organization: number | string | null) => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const slug = useSlugs().folders;
  const [folders, setFolders] = useState<readonly Folder[] | null>(null);
  const reload = useCallback(async () => {
    const query = new URLSearchParams({
      sort: 'name',
      limit: '200',
      depth: organization === null ? '1' : '0',
      'select[name]': 'true',
      'select[organization]': 'true',
    });
    if (organization !== null) query.set('where[organization][equals]', String(organization));
    const result = await callCms<{ docs: Folder[] }>(apiRoute, {
      method: 'GET',
      path: `/${slug}?${query}`,
    });
    setFolders(result.ok ? result.output.docs : []);
  }, [apiRoute, slug, organization]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { folders, reload };
};

const listeners = new Set<() => void>();

/** Tells every list of files on the page that there is another one. */
export const tellUploaded = (): void => {
  for (const listener of listeners) listener();
};

/** Calls a function after each upload on the page. */
const useUploaded = (listener: () => void): void =>
  useEffect(() => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
