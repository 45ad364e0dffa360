import type { CSSProperties } from 'react';
import { usePortalTexts } from '../../../../../core/ui/react/usePortalTexts.ts';
import type { MentionListState } from './useMentions.ts';

/** The colleagues whom the name that is being typed may mean. Keys reach it through the editor. */
export const MentionList = ({ id, people, chosen, place, pick, choose }: MentionListState) => {
  const t = usePortalTexts();
  const { left, top, isAbove } = place;
  return (
    <>
      <span className="portal-hidden" role="status">
        {people.length > 0 && t('tickets:page:mentions:found', { count: people.length })}
      </span>
      {people.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('tickets:page:mentions:title')}
          className={`portal-mentions${isAbove ? ' portal-mentions--above' : ''}`}
          style={{ '--mention-left': left, top } as CSSProperties}
        >
          {people.map((person, index) => (
            // Keys reach it through the editor, which keeps the focus.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onMouseEnter={() => choose(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(index)}
            >
              <strong>{person.name}</strong>
              {person.email !== person.name && <span className="portal-muted">{person.email}</span>}
            </div>
          ))}
        </div>
      )}
    </>
  );
};
