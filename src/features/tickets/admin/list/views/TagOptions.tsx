import { useTagSuggestions } from '../../page/fields/useTagSuggestions.ts';

interface TagOptionsProps {
  /** Id of the list, which the field names. */
  readonly id: string;
  readonly typed: string;
}

/** The tags in use that contain what is typed in a field, which the browser offers there. */
export const TagOptions = ({ id, typed }: TagOptionsProps) => (
  <datalist id={id}>
    {useTagSuggestions(typed, []).map((tag) => (
      <option key={tag} value={tag} />
    ))}
  </datalist>
);
