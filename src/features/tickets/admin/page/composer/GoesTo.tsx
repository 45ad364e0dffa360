import { useConfig, useDocumentInfo, useFormFields } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { relationId } from '../../../../../core/shared/values/ids.ts';
import { ErrorSentence } from '../../../../../core/ui/parts/words/words.tsx';
import { usePortalTexts, useSlugs } from '../../../../../core/ui/react/usePortal.ts';
import { type FoundPerson, findPeopleBy, type PeopleSource, PersonSelect } from '../../../../people/ui.ts';
import { useTicketChange } from '../useOpenTicket.ts';
import { recipientsOf } from './recipientsOf.ts';

interface GoesToProps {
  /** The author, who gets no mail about their own reply. */
  readonly author: number | string;
}

/** The recipients of the reply that is being written, in words, with a way to add a follower. */
export const GoesTo = ({ author }: GoesToProps) => {
  const slugs = useSlugs();
  const t = usePortalTexts();
  const { config } = useConfig();
  const { id } = useDocumentInfo();
  const [isAdding, setIsAdding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { change, take, catchUp } = useTicketChange();
  // The values are the saved ones: an unsaved change of the form does not decide on the mail.
  const requester = useFormFields(([fields]) => relationId(fields.requester?.initialValue));
  const restrict = useFormFields(([fields]) => fields.followers?.filterOptions?.[slugs.users]);
  const saved = useFormFields(([fields]) =>
    JSON.stringify([fields.followers?.initialValue ?? []].flat().map(relationId)),
  );
  const followers = JSON.parse(saved) as (number | string)[];
  const source: PeopleSource = {
    usersSlug: slugs.users,
    organizationsSlug: slugs.organizations,
    fields: ['name', 'email', 'organization', 'organizations'],
  };
  const wanted = [requester, ...followers].filter((one) => one !== null);
  const people = usePeople(config.routes.api, source, wanted);
  const nameOf = (one: number | string) => people.get(String(one))?.words ?? '…';
  const { main, others, silent } = recipientsOf({ requester, followers, author, people });

  const add = async (people: readonly FoundPerson[]) => {
    const wanted = people.map((person) => person.id);
    const refusal = await change({ followers: wanted });
    setProblem(refusal);
    if (refusal !== null) return;
    take({ followers: wanted });
    setIsAdding(false);
    await catchUp();
  };

  const copies = others.map(nameOf).join('; ');
  return (
    <span className="portal-goes-to">
      <span className="portal-muted">
        {main === null && others.length === 0 && t('tickets:page:goesTo:noOne')}
        {main !== null && others.length === 0 && t('tickets:page:goesTo:one', { name: nameOf(main) })}
        {main !== null &&
          others.length > 0 &&
          t('tickets:page:goesTo:several', { name: nameOf(main), count: others.length, copies })}
        {main === null &&
          others.length > 0 &&
          t('tickets:page:goesTo:followers', { count: others.length, copies })}
        {silent.length > 0 && ` ${t('tickets:page:goesTo:silent', { names: silent.map(nameOf).join('; ') })}`}
      </span>{' '}
      {id !== undefined && !isAdding && (
        <button type="button" className="portal-link-button" onClick={() => setIsAdding(true)}>
          {t('tickets:page:goesTo:add')}
        </button>
      )}
      {isAdding && (
        <span className="portal-goes-to__choice">
          <PersonSelect
            source={source}
            restrict={restrict}
            value={followers}
            isMulti
            placeholder={t('tickets:page:goesTo:placeholder')}
            onChoose={(people) => void add(people)}
          />
        </span>
      )}
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
    </span>
  );
};

/** The people whom the reader may read, by id. */
const usePeople = (
  apiRoute: string,
  { usersSlug, organizationsSlug }: PeopleSource,
  ids: readonly (number | string)[],
): ReadonlyMap<string, FoundPerson> => {
  const [found, setFound] = useState<ReadonlyMap<string, FoundPerson>>(new Map());
  const wanted = JSON.stringify(ids);
  useEffect(() => {
    const people = JSON.parse(wanted) as (number | string)[];
    if (people.length === 0) return;
    let isLatest = true;
    const source: PeopleSource = { usersSlug, organizationsSlug, fields: ['name', 'email'] };
    void findPeopleBy(apiRoute, source, { id: { in: people } }).then((result) => {
      if (isLatest && result.ok)
        setFound(new Map(result.output.map((person) => [String(person.id), person])));
    });
    return () => {
      isLatest = false;
    };
  }, [apiRoute, usersSlug, organizationsSlug, wanted]);
  return found;
};
