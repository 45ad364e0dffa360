import { useListQuery } from '@payloadcms/ui';
import type { Where } from 'payload';
import { Labelled } from '../../../core/ui/parts/form/FormParts.tsx';
import { type NamedOrganization, useOrganizations } from '../../../core/ui/react/useOrganizations.ts';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { folderLabel, useFolders } from './useFiles.ts';
import '../../../core/ui/parts/list/list.css';

interface OrganizationFilterProps {
  /** True if the list's records are in folders. */
  readonly hasFolders?: boolean;
}

/** Filters a list by organization and folder. Readers of one organization get no choice of organization. */
export const OrganizationFilter = ({ hasFolders = false }: OrganizationFilterProps) => {
  const t = usePortalTexts();
  const { query, refineListData } = useListQuery();
  const organizations = useOrganizations() ?? [];
  const organization = chosenIn(query.where, 'organization');
  const folder = chosenIn(query.where, 'folder');

  const show = (wanted: { organization: string; folder: string }) => {
    const and = Object.entries(wanted).flatMap(([field, id]) =>
      id === '' ? [] : [{ [field]: { equals: id } }],
    );
    void refineListData({ where: and.length > 0 ? { or: [{ and }] } : {}, page: 1 });
  };

  return (
    <search className="portal-filters">
      {organizations.length > 1 && (
        <Choice
          label={t('files:filter:organization')}
          value={organization}
          options={organizations}
          onChange={(id) => show({ organization: id, folder: '' })}
        />
      )}
      {hasFolders && (
        <FolderChoice
          organization={organization === '' ? null : organization}
          value={folder}
          onChange={(id) => show({ organization, folder: id })}
        />
      )}
    </search>
  );
};

interface FolderChoiceProps extends Pick<ChoiceProps, 'value' | 'onChange'> {
  readonly organization: string | null;
}

const FolderChoice = ({ organization, ...rest }: FolderChoiceProps) => {
  const t = usePortalTexts();
  const { folders } = useFolders(organization);
  const named = (folders ?? []).map((folder) => ({ id: folder.id, name: folderLabel(folder) }));
  return <Choice label={t('files:filter:folder')} options={named} {...rest} />;
};

interface ChoiceProps {
  readonly label: string;
  /** An id, or empty for all. */
  readonly value: string;
  readonly options: readonly NamedOrganization[];
  onChange(id: string): void;
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => {
  const t = usePortalTexts();
  return (
    <Labelled label={label}>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('files:filter:all')}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  );
};

/** The id that a list's filter asks for, in the form that the CMS's own filter keeps it in; empty for none. */
const chosenIn = (where: Where | undefined, field: string): string => {
  const [group] = where?.or ?? [];
  const condition = group?.and?.find((one) => field in one)?.[field];
  const id = condition && typeof condition === 'object' && 'equals' in condition ? condition.equals : '';
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
};
