import { useConfig, useDocumentInfo, useFormFields } from '@payloadcms/ui';
import type { Where } from 'payload';
import { useEffect, useRef, useState } from 'react';
import { type RecordId, relationId } from '../../../../../core/shared/values/ids.ts';
import { ErrorSentence } from '../../../../../core/ui/parts/words/words.tsx';
import { usePortalTexts, useSlugs } from '../../../../../core/ui/react/usePortal.ts';
import { type FoundPerson, findPeopleBy, type PeopleSource, PersonSelect } from '../../../../people/ui.ts';
import type { RecipientThere } from '../presence/usePresence.ts';
import { useTicketChange } from '../useOpenTicket.ts';

interface GoesToProps {
  /** The people to whom the server says that it goes; null until it has said it. */
  readonly recipients: readonly RecipientThere[] | null;
  /** Called when they may be others now. */
  onChange(): void;
}

/** The recipients of the reply that is being written, in words, with a way to add a follower. */
export const GoesTo = ({ recipients, onChange }: GoesToProps) => {
  const slugs = useSlugs();
  const t = usePortalTexts();
  const { config } = useConfig();
  const { id } = useDocumentInfo();
  const [isAdding, setIsAdding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { change, take, catchUp } = useTicketChange();
  const restrict = useFormFields(([fields]) => fields.followers?.filterOptions?.[slugs.users]);
  const followers = useFollowers(onChange);
  const source: PeopleSource = {
    usersSlug: slugs.users,
    organizationsSlug: slugs.organizations,
    fields: ['name', 'email', 'organization', 'organizations'],
  };
  const all = recipients ?? [];
  const people = usePeople(
    config.routes.api,
    source,
    all.map(({ user_id }) => user_id),
  );
  const nameOf = ({ user_id }: RecipientThere) => people.get(user_id)?.words ?? '…';
  const mailed = all.filter(({ mail }) => mail === 'sent');
  const main = mailed.find(({ is_requester }) => is_requester) ?? null;
  const others = mailed.filter(({ is_requester }) => !is_requester);
  const silent = all.filter(({ mail }) => mail === 'unwanted');
  const gone = all.filter(({ mail }) => mail === 'no_access');

  const add = async ([person]: readonly FoundPerson[]) => {
    if (!person) return;
    const wanted = [...followers, person.id];
    const refusal = await change({ followers: wanted }, { followers });
    setProblem(refusal);
    if (refusal === null) {
      take({ followers: wanted });
      setIsAdding(false);
    }
    // Someone else may have changed them.
    await catchUp();
  };

  const copies = others.map(nameOf).join('; ');
  return (
    <span className="portal-goes-to">
      <span className="portal-muted">
        {recipients && mailed.length === 0 && t('tickets:page:goesTo:noOne')}
        {main !== null && others.length === 0 && t('tickets:page:goesTo:one', { name: nameOf(main) })}
        {main !== null &&
          others.length > 0 &&
          t('tickets:page:goesTo:several', { name: nameOf(main), count: others.length, copies })}
        {main === null &&
          others.length > 0 &&
          t('tickets:page:goesTo:followers', { count: others.length, copies })}
        {silent.length > 0 && ` ${t('tickets:page:goesTo:silent', { names: silent.map(nameOf).join('; ') })}`}
        {gone.length > 0 && ` ${t('tickets:page:goesTo:noAccess', { names: gone.map(nameOf).join('; ') })}`}
      </span>{' '}
      {id !== undefined && !isAdding && (
        <button type="button" className="portal-link-button" onClick={() => setIsAdding(true)}>
          {t('tickets:page:goesTo:add')}
        </button>
      )}
      {isAdding && (
        <span className="portal-goes-to__choice" ref={focusField}>
          <PersonSelect
            source={source}
            restrict={except(restrict, followers)}
            // The present followers are left out: a key that clears the field would remove one at once.
            value={[]}
            placeholder={t('tickets:page:goesTo:placeholder')}
            onChoose={(people) => void add(people)}
          />
        </span>
      )}
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
    </span>
  );
};

/** Gives the focus to the field once the CMS draws it: the button that opened the choice is gone, and the focus with it. */
const focusField = (choice: HTMLElement | null): (() => void) => {
  const drawn = new MutationObserver(() => {
    const field = choice?.querySelector('input');
    if (!field) return;
    drawn.disconnect();
    field.focus();
  });
  if (choice) drawn.observe(choice, { childList: true, subtree: true });
  return () => drawn.disconnect();
};

/** A filter of people, without some of them. */
const except = (restrict: Where | boolean | undefined, ids: readonly RecordId[]): Where | false =>
  restrict === false
    ? false
    : { and: [...(typeof restrict === 'object' ? [restrict] : []), { id: { not_in: ids } }] };

/** The followers in the form's saved values: an unsaved change does not decide on the mail. */
const useFollowers = (onChange: () => void): (number | string)[] => {
  const saved = useFormFields(([{ requester, organization, followers }]) =>
    JSON.stringify({
      followers: [followers?.initialValue ?? []].flat().map(relationId),
      others: [requester, organization].map((field) => relationId(field?.initialValue)),
    }),
  );
  const shown = useRef(saved);
  useEffect(() => {
    if (shown.current === saved) return;
    shown.current = saved;
    onChange();
  }, [saved, onChange]);
  return JSON.parse(saved).followers;
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
