'use client';

import {
  Button,
  FieldDescription,
  FieldError,
  FieldLabel,
  useAuth,
  useDocumentDrawer,
  useDocumentInfo,
  useField,
  useForm,
} from '@payloadcms/ui';
import type { RelationshipFieldClientProps } from 'payload';
import { relationId } from '../../../core/shared/values/ids.ts';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import type { FoundPerson, PeopleSource } from './findPeople.ts';
import { PersonSelect } from './PersonSelect.tsx';

interface PersonChoiceProps {
  readonly field: RelationshipFieldClientProps['field'];
  readonly path: string;
  readonly source: PeopleSource;
  readonly readOnly: boolean;
  /** True if the person may be created here, and a new record gets the person's organization. */
  readonly bringsOrganization: boolean;
}

/** A field of one person or several, in place of the CMS's, which finds people by their address alone. */
export const PersonChoice = ({ field, path, source, readOnly, bringsOrganization }: PersonChoiceProps) => {
  const t = usePortalTexts();
  const { id } = useDocumentInfo();
  const { permissions } = useAuth();
  const { dispatchFields, setModified } = useForm();
  const { value, setValue, showError, filterOptions, disabled } = useField<unknown>({
    potentiallyStalePath: path,
  });
  const [Drawer, , { openDrawer, closeDrawer }] = useDocumentDrawer({ collectionSlug: source.usersSlug });
  const ids = [value].flat().flatMap((one) => relationId(one) ?? []);
  const isMulti = field.hasMany === true;

  const choose = (people: readonly FoundPerson[]) => {
    setValue(isMulti ? people.map((person) => person.id) : (people[0]?.id ?? null));
    const organization = people[0]?.organization ?? null;
    if (!bringsOrganization || id !== undefined || organization === null) return;
    dispatchFields({ type: 'UPDATE', path: 'organization', value: organization });
    setModified(true);
  };
  const mayCreate =
    bringsOrganization && !readOnly && permissions?.collections?.[source.usersSlug]?.create === true;

  return (
    <div id={`field-${path}`}>
      <FieldLabel label={field.label} path={path} required={field.required === true} />
      <FieldError path={path} showError={showError} />
      <PersonSelect
        source={source}
        restrict={filterOptions?.[source.usersSlug]}
        value={ids}
        isMulti={isMulti}
        isDisabled={readOnly || disabled}
        isInvalid={showError}
        onChoose={choose}
      />
      <FieldDescription description={field.admin?.description} path={path} />
      {mayCreate && (
        <>
          <Button buttonStyle="none" className="portal-link-button" margin={false} onClick={openDrawer}>
            {t('people:choice:create')}
          </Button>
          <Drawer
            initialData={{ role: 'client' }}
            onSave={({ doc }) => {
              choose([
                {
                  id: doc.id,
                  name: '',
                  email: '',
                  getsMail: true,
                  words: '',
                  organization: relationId(Reflect.get(doc, 'organization')),
                },
              ]);
              closeDrawer();
            }}
          />
        </>
      )}
    </div>
  );
};
