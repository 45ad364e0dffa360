import { useCallback, useEffect, useState } from 'react';
import { callCms } from '../shared/cmsApi.ts';
import type { PersonDocument } from '../tickets/person.ts';

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
  readonly ticket?: { readonly id: number | string; readonly subject: string } | number | string | null;
}

interface Found {
  /** Newest first; null until they are there. */
  readonly files: readonly FileDocument[] | null;
  readonly problem: string | null;
}

const most = 100;

/** The newest files of a ticket or of a folder. */
export const useFiles = (
  apiRoute: string,
  filesSlug: string,
  of: { readonly field: 'ticket' | 'folder'; readonly id: number | string | undefined },
) => {
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
    const answer = await callCms<{ docs: FileDocument[] }>(apiRoute, {
      method: 'GET',
      path: `/${filesSlug}?${query}`,
    });
    setFound((before) =>
      answer.ok ? { files: answer.output.docs, problem: null } : { ...before, problem: answer.message },
    );
  }, [apiRoute, filesSlug, field, id]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { ...found, reload };
};
