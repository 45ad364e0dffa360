'use client';

import {
  Button,
  FieldDescription,
  FieldError,
  FieldLabel,
  ReactSelect,
  useAuth,
  useConfig,
  useDocumentDrawer,
  useDocumentInfo,
  useField,
  useForm,
} from '@payloadcms/ui';
import type { RelationshipFieldClientProps, Where } from 'payload';
import { useEffect, useRef, useState } from 'react';
import { relationId } from '../../../core/shared/values/ids.ts';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import type { Reason } from '../../../core/ui/requests/portalApi.ts';
import { type FoundPerson, findPeopleBy, type PeopleSource, peopleWith } from './findPeople.ts';
import './PersonSelect.css';

type Id = number | string;

interface PersonSelectProps {
  readonly source: PeopleSource;
  /** Restricts the people to choose from; false for none. */
  readonly restrict?: Where | boolean | undefined;
  /** The people chosen. */
  readonly value: readonly Id[];
  readonly isMulti?: boolean;
  readonly isDisabled?: boolean;
  readonly isInvalid?: boolean;
  readonly inputId?: string;
  readonly placeholder?: string;
  onChoose(people: readonly FoundPerson[]): void;
}

/** Delay after the last letter, in milliseconds. */
const pause = 200;

/** A choice of people, who are found by name, address and organization. */
export const PersonSelect = ({
  source,
  restrict = true,
  value,
  isMulti = false,
  isDisabled = false,
  isInvalid = false,
  inputId,
  placeholder,
  onChoose,
}: PersonSelectProps) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [found, setFound] = useState<readonly FoundPerson[] | null>(null);
  const [problem, setProblem] = useState<Reason | null>(null);
  const known = useKnown(apiRoute, source, value);
  const limit = JSON.stringify(restrict);
  const sources = useRef(source);
  sources.current = source;

  useEffect(() => {
    if (!isOpen) return;
    let isLatest = true;
    const find = async () => {
      const where = JSON.parse(limit) as Where | boolean;
      if (where === false) return setFound([]);
      const { fields } = sources.current;
      const wanted = { and: [peopleWith(search, fields), ...(where === true ? [] : [where])] };
      const result = await findPeopleBy(apiRoute, sources.current, wanted);
      if (!isLatest) return;
      setProblem(result.ok ? null : result.message);
      setFound(result.ok ? result.output : []);
    };
    const timer = setTimeout(() => void find(), search === '' ? 0 : pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [apiRoute, limit, isOpen, search]);

  const optionOf = (person: FoundPerson) => ({ value: person.id, label: person.words, person });
  const chosen = value.map((id) =>
    optionOf(
      known.get(String(id)) ?? {
        id,
        name: '',
        email: '',
        words: t('people:choice:unknown'),
        organization: null,
      },
    ),
  );
  const isChosen = (person: FoundPerson) => value.some((id) => String(id) === String(person.id));
  const options = (found ?? []).filter((person) => !isMulti || !isChosen(person)).map(optionOf);
  return (
    <>
      <ReactSelect
        className="portal-person"
        {...(inputId && { inputId })}
        {...(placeholder && { placeholder })}
        disabled={isDisabled}
        showError={isInvalid}
        isMulti={isMulti}
        isLoading={isOpen && found === null}
        options={options}
        // The server has searched.
        filterOption={() => true}
        noOptionsMessage={() => t('people:choice:none')}
        value={isMulti ? chosen : (chosen[0] as (typeof chosen)[number])}
        onInputChange={(text) => setSearch(text.trim())}
        onMenuOpen={() => setIsOpen(true)}
        onMenuClose={() => setIsOpen(false)}
        onChange={(selected) => {
          const list = Array.isArray(selected) ? selected : selected ? [selected] : [];
          onChoose(list.map((option) => option.person as FoundPerson));
        }}
      />
      {problem && <ReasonSentence reason={problem} />}
    </>
  );
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
