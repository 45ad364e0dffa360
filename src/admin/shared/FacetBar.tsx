'use client';

import type { Tone } from './StatusPill.tsx';
import { type ListParameters, useListFilter } from './useListFilter.ts';

export interface Facet {
  readonly label: string;
  readonly count: number;
  readonly tone: Tone;
  readonly isCurrent: boolean;
  /** What the list's address holds when it is chosen. */
  readonly parameters: ListParameters;
}

interface FacetBarProps {
  readonly label: string;
  readonly facets: readonly Facet[];
  /** All parameters of the list. */
  readonly names: readonly string[];
}

const numbers = new Intl.NumberFormat('en');

/** Ready-made filters, each with the number of rows that it finds. */
export const FacetBar = ({ label, facets, names }: FacetBarProps) => {
  const apply = useListFilter(names);
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are buttons that filter, and no fields of a form
    <div className="portal-facets" role="group" aria-label={label}>
      {facets.map((facet) => (
        <button
          key={facet.label}
          type="button"
          aria-pressed={facet.isCurrent}
          className={`portal-facets__facet portal-facets__facet--${facet.count > 0 ? facet.tone : 'neutral'}`}
          onClick={() => apply(facet.parameters)}
        >
          {facet.label} <span className="portal-facets__count">{numbers.format(facet.count)}</span>
        </button>
      ))}
    </div>
  );
};
