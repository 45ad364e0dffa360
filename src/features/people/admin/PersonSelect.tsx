'use client';

import {
  Button,
  FieldDescription,
  FieldError,
  FieldLabel,
  useAuth,
  useConfig,
  useDocumentDrawer,
  useDocumentInfo,
  useField,
  useForm,
} from '@payloadcms/ui';
import type { RelationshipFieldClientProps, Where } from 'payload';
import { useCallback, useEffect, useRef, useState } from 'react';
import { relationId } from '../../../core/shared/values/ids.ts';
import { SearchSelect } from '../../../core/ui/parts/form/SearchSelect.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { type FoundPerson, findPeopleBy, type PeopleSource, peopleWith } from './findPeople.ts';

type Id = number | string;

interface PersonSelectProps {
  readonly source: PeopleSource;
  /** Restricts the people to choose from; false for none. */
  readonly restrict?: Where | boolean | undefined;
  /** The people chosen. */
  readonly value: readonly Id[];
  readonly isMulti?: boolean;
  readonly isDisabled?: boolean;
  readonly hasError?: boolean;
  readonly placeholder?: string;
  onChoose(people: readonly FoundPerson[]): void;
}

/** A choice of people, who are found by name, address and organization. */
export const PersonSelect = ({ source, restrict = true, value, ...select }: PersonSelectProps) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const known = useKnown(apiRoute, source, value);
  const reach = JSON.stringify({ source, restrict });
  const read = useCallback(
    async (search: string) => {
      const among = JSON.parse(reach) as { source: PeopleSource; restrict: Where | boolean };
      if (among.restrict === false) return { ok: true, output: [] } as const;
      const limits = among.restrict === true ? [] : [among.restrict];
      const wanted = { and: [peopleWith(search, among.source.fields), ...limits] };
      return findPeopleBy(apiRoute, among.source, wanted);
    },
    [apiRoute, reach],
  );
  const chosen = value.map((id): FoundPerson => {
    const unknown = { id, name: '', email: '', words: t('people:choice:unknown'), organization: null };
    return known.get(String(id)) ?? unknown;
  });
  return <SearchSelect {...select} noMatch={t('people:choice:none')} value={chosen} read={read} />;
};

/** The people who are chosen already, by id. People whom the reader may not read are missing. */
const useKnown = (
  apiRoute: string,
  source: PeopleSource,
  value: readonly Id[],
): ReadonlyMap<string, FoundPerson> => {
  const [known, setKnown] = useState<ReadonlyMap<string, FoundPerson>>(new Map());
  const sources = useRef(source);
  sources.current = source;
  const wanted = JSON.stringify([...value].sort());
  useEffect(() => {
    const ids = JSON.parse(wanted) as Id[];
    if (ids.length === 0) return;
    let isLatest = true;
    void findPeopleBy(apiRoute, sources.current, { id: { in: ids } }).then((result) => {
      if (isLatest && result.ok)
        setKnown(new Map(result.output.map((person) => [String(person.id), person])));
    });
    return () => {
      isLatest = false;
    };
  }, [apiRoute, wanted]);
  return known;
};

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
        hasError={showError}
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
