'use client';

import { Button, toast } from '@payloadcms/ui';
import { type ComponentProps, useId, useState } from 'react';
import { Form } from '../../../../../core/ui/parts/form/FormParts.tsx';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { usePreferenceChange } from '../../../../../core/ui/react/usePreferenceChange.ts';
import { inWords } from '../../../../../core/ui/requests/portalApi.ts';
import { FacetBar } from '../../../../email-log/ui.ts';
import type { CountedView } from './countViews.ts';
import { type Given, type SavedView, savedViewsIn, savedViewsKey } from './listParameters.ts';

const mostViews = 20;
const longestName = 50;

interface TicketViewsProps {
  readonly given: Given;
  /** The portal's own views, of which one is current. */
  readonly facets: ComponentProps<typeof FacetBar>['facets'];
  readonly saved: readonly CountedView[];
  /** Number of tickets in the list that is shown. */
  readonly total: number;
  /** The largest count that is said. */
  readonly most: number;
  /** All parameters of the list. */
  readonly names: readonly string[];
}

/** The portal's views of the list, and the user's own: filters, saved under a name in the CMS's preferences. */
export const TicketViews = ({ given, facets, saved, total, most, names }: TicketViewsProps) => {
  const t = usePortalTexts();
  const changePreference = usePreferenceChange(savedViewsKey);
  const [views, setViews] = useState<readonly SavedView[]>(saved);
  const keep = async (change: (before: readonly SavedView[]) => readonly SavedView[]) => {
    const reason = await changePreference((value) => {
      const wanted = change(savedViewsIn(value));
      setViews(wanted);
      return { views: wanted };
    });
    if (reason !== null) toast.error(inWords(reason, t));
  };
  const isCurrent = (view: SavedView): boolean => sorted(view.given) === sorted(given);
  const current = views.find(isCurrent);
  const countOf = (view: SavedView): number | null =>
    view === current ? total : (saved.find(({ name: other }) => other === view.name)?.count ?? null);

  return (
    <div className="portal-tickets__views">
      <FacetBar
        label={t('tickets:list:views')}
        names={names}
        facets={facets.map((facet) => ({ ...facet, isCurrent: facet.isCurrent && current === undefined }))}
      />
      {views.length > 0 && (
        <FacetBar
          label={t('tickets:list:saved:title')}
          names={names}
          facets={views.map((view) => ({
            label: view.name,
            tone: 'neutral',
            count: countOf(view),
            ...(view !== current && { most }),
            isCurrent: view === current,
            parameters: view.given,
          }))}
        />
      )}
      {current ? (
        <Button
          size="small"
          margin={false}
          buttonStyle="secondary"
          onClick={() => void keep((before) => before.filter(({ name }) => name !== current.name))}
        >
          {t('tickets:list:saved:remove', { name: current.name })}
        </Button>
      ) : (
        <SaveView
          onSave={(named) =>
            void keep((before) =>
              [...before.filter(({ name }) => name !== named), { name: named, given }].slice(-mostViews),
            )
          }
        />
      )}
    </div>
  );
};

/** A button that asks for the name of a view, and saves it. */
const SaveView = ({ onSave }: { onSave(name: string): void }) => {
  const t = usePortalTexts();
  const [isNaming, setIsNaming] = useState(false);
  const [name, setName] = useState('');
  const field = useId();
  const save = () => {
    const named = name.trim().slice(0, longestName);
    if (named === '') return;
    onSave(named);
    setIsNaming(false);
    setName('');
  };
  if (!isNaming)
    return (
      <Button size="small" margin={false} buttonStyle="secondary" onClick={() => setIsNaming(true)}>
        {t('tickets:list:saved:saveThis')}
      </Button>
    );
  return (
    <Form onSubmit={save} className="portal-tickets__naming">
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
    </Form>
  );
};

const sorted = (given: Given): string => JSON.stringify(Object.entries(given).toSorted());
