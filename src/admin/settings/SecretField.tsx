import {
  Button,
  FieldDescription,
  FieldError,
  FieldLabel,
  fieldBaseClass,
  useField,
  useFormFields,
} from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';

interface SecretFieldProps extends TextFieldClientProps {
  /** What the secret is called in a sentence; its name by default. */
  readonly word?: string;
}

/**
 * A secret that is written and never read: its field is empty, and says whether one is stored. Null takes away what is
 * stored; an empty field leaves it.
 */
export const SecretField = ({ field, path: givenPath, readOnly, word }: SecretFieldProps) => {
  const path = givenPath ?? field.name;
  const { value, setValue, showError, errorMessage } = useField<string | null>({
    potentiallyStalePath: path,
  });
  const isStored = useFormFields(([fields]) => fields[isSetPathOf(path)]?.value === true);
  const isCleared = value === null && isStored;
  const description = field.admin?.description;
  const name = word ?? field.name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (
    <div className={`${fieldBaseClass} text${showError ? ' error' : ''}`}>
      <FieldLabel label={field.label} path={path} />
      <div className="field-type__wrap portal-secret">
        <FieldError path={path} message={errorMessage} showError={showError} />
        <input
          id={`field-${path.replace(/\./g, '__')}`}
          type="password"
          name={path}
          autoComplete="new-password"
          disabled={readOnly}
          value={value ?? ''}
          onChange={(event) => setValue(event.target.value === '' ? undefined : event.target.value)}
        />
        {isStored && !readOnly && !isCleared && (
          <Button buttonStyle="secondary" size="small" margin={false} onClick={() => setValue(null)}>
            Remove the {name}
          </Button>
        )}
      </div>
      <FieldDescription
        path={path}
        description={
          isCleared
            ? `The ${name} goes when you save.`
            : isStored
              ? `A ${name} is stored. ${stays}`
              : `No ${name} is stored. ${typeof description === 'string' ? description : ''}`
        }
      />
    </div>
  );
};

const stays = 'It is never shown; leave this empty to keep it.';

/** `….password` → `….hasPassword` */
const isSetPathOf = (path: string): string =>
  path.replace(/([^.])([^.]*)$/, (_, first, rest) => `has${first.toUpperCase()}${rest}`);
