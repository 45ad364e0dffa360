'use client';

import { Button, toast, useListQuery, usePreferences } from '@payloadcms/ui';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { inWords } from '../../../../core/ui/reason.ts';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';
import { usePreferenceChange } from '../../../../core/ui/usePreferenceChange.ts';
import type { Given } from './listParameters.ts';

interface SavedView {
  readonly name: string;
  readonly given: Given;
}

const preferenceKey = 'portal-ticket-views';
const mostViews = 20;
const longestName = 50;

interface SavedViewsProps {
  readonly given: Given;
  /** All parameters of the list. */
  readonly names: readonly string[];
}

/** A user's own views: filters of the list, saved under a name in the CMS's preferences. */
export const SavedViews = ({ given, names }: SavedViewsProps) => {
  const t = usePortalTexts();
  const { getPreference } = usePreferences();
  const changePreference = usePreferenceChange(preferenceKey);
  const { refineListData } = useListQuery();
  const [views, setViews] = useState<readonly SavedView[]>([]);
  const [isNaming, setIsNaming] = useState(false);
  const [name, setName] = useState('');
  const field = useId();

  useEffect(() => {
    void getPreference(preferenceKey).then((value) => setViews(viewsIn(value)));
  }, [getPreference]);

  const keep = async (change: (before: readonly SavedView[]) => readonly SavedView[]) => {
    const reason = await changePreference((value) => {
      const wanted = change(viewsIn(value));
      setViews(wanted);
      return { views: wanted };
    });
    if (reason !== null) toast.error(inWords(reason, t));
  };
  const show = (view: SavedView) => {
    const none = Object.fromEntries(names.map((one) => [one, undefined]));
    void refineListData({ ...none, ...view.given, page: 1 } as never);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const named = name.trim().slice(0, longestName);
    if (named === '') return;
    void keep((before) =>
      [...before.filter((view) => view.name !== named), { name: named, given }].slice(-mostViews),
    );
    setIsNaming(false);
    setName('');
  };
  const isCurrent = (view: SavedView): boolean => sorted(view.given) === sorted(given);
  const current = views.find(isCurrent);

  return (
    <div className="portal-tickets__saved">
      {views.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: these are buttons that filter, and no fields of a form
        <div className="portal-facets" role="group" aria-label={t('tickets:list:saved:title')}>
          {views.map((view) => (
            <button
              key={view.name}
              type="button"
              aria-pressed={view === current}
              className="portal-facets__facet portal-facets__facet--neutral"
              onClick={() => show(view)}
            >
              {view.name}
            </button>
          ))}
        </div>
      )}
      {isNaming ? (
        <form onSubmit={save} className="portal-tickets__naming">
          <label htmlFor={field}>{t('tickets:list:saved:name')}</label>
          <input
            id={field}
            type="text"
            value={name}
            maxLength={longestName}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: it appears when someone asks for it
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" size="small" margin={false}>
            {t('tickets:list:saved:save')}
          </Button>
          <Button size="small" margin={false} buttonStyle="secondary" onClick={() => setIsNaming(false)}>
            {t('shared:cancel')}
          </Button>
        </form>
      ) : current ? (
        <Button
          size="small"
          margin={false}
          buttonStyle="secondary"
          onClick={() => void keep((before) => before.filter(({ name: other }) => other !== current.name))}
        >
          {t('tickets:list:saved:remove', { name: current.name })}
        </Button>
      ) : (
        <Button size="small" margin={false} buttonStyle="secondary" onClick={() => setIsNaming(true)}>
          {t('tickets:list:saved:saveThis')}
        </Button>
      )}
    </div>
  );
};

const sorted = (given: Given): string => JSON.stringify(Object.entries(given).toSorted());

/** The saved views in a stored value; other values under the key are ignored. */
const viewsIn = (value: unknown): readonly SavedView[] => {
  const { views } = Object(value) as { views?: unknown };
  if (!Array.isArray(views)) return [];
  return views.filter(
    (view): view is SavedView => typeof view?.name === 'string' && typeof view?.given === 'object',
  );
};
