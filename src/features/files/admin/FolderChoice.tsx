import { ReactSelect, type ReactSelectOption, useConfig } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { useSlugs } from '../../../core/ui/react/usePortal.ts';
import { callCms } from '../../../core/ui/requests/cmsApi.ts';
import { type Folder, folderLabel } from './useFiles.ts';

/** Number of folders shown. More are found by typing. */
const most = 50;

interface FolderChoiceProps {
  readonly inputId: string;
  readonly value: number | string | null;
  /** The organization whose folders are offered; null for all that the reader may see. */
  readonly organization: number | string | null;
  readonly isDisabled: boolean;
  readonly hasError: boolean;
  onChange(id: number | string | null): void;
}

/** A choice of a folder by its name or its organization's. Many organizations have a folder of the same name. */
export const FolderChoice = ({
  inputId,
  value,
  organization,
  isDisabled,
  hasError,
  onChange,
}: FolderChoiceProps) => {
  const [search, setSearch] = useState('');
  const found = useFoldersBy(searchQuery(search, organization));
  const current = useFoldersBy(value === null ? null : `where[id][equals]=${value}`);
  const [chosen] = current.map(optionOf);
  return (
    <ReactSelect
      inputId={inputId}
      disabled={isDisabled}
      showError={hasError}
      isClearable
      // The server has searched, in the names of organizations, too.
      filterOption={() => true}
      onInputChange={setSearch}
      options={found.map(optionOf)}
      {...(value !== null && chosen && { value: chosen })}
      onChange={(option) => onChange(Array.isArray(option) ? null : idOf(option))}
    />
  );
};

const optionOf = (folder: Folder): ReactSelectOption => ({ value: folder.id, label: folderLabel(folder) });

const idOf = (option: ReactSelectOption | null): number | string | null =>
  typeof option?.value === 'number' || typeof option?.value === 'string' ? option.value : null;

const searchQuery = (search: string, organization: number | string | null): string => {
  const query = new URLSearchParams();
  if (organization !== null) query.set('where[and][0][organization][equals]', String(organization));
  for (const [index, word] of search
    .split(/[\s,]+/)
    .filter(Boolean)
    .entries()) {
    query.set(`where[and][${index + 1}][or][0][name][contains]`, word);
    query.set(`where[and][${index + 1}][or][1][organization.name][contains]`, word);
  }
  return query.toString();
};

const useFoldersBy = (query: string | null): readonly Folder[] => {
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const slug = useSlugs().folders;
  const [folders, setFolders] = useState<readonly Folder[]>([]);
  useEffect(() => {
    if (query === null) return setFolders([]);
    let isAsked = true;
    const path = `/${slug}?depth=1&sort=name&limit=${most}&${query}` as const;
    void callCms<{ docs: Folder[] }>(apiRoute, { method: 'GET', path }).then((result) => {
      if (isAsked && result.ok) setFolders(result.output.docs);
    });
    return () => {
      isAsked = false;
    };
  }, [apiRoute, slug, query]);
  return folders;
};
