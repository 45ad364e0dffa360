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
import type { TextKey } from '../../../core/texts/text.ts';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { setFieldOf } from '../setField.ts';

interface SecretFieldProps extends TextFieldClientProps {
  /** A text about the value. */
  readonly about?: TextKey;
  /** The word for the secret in a sentence. */
  readonly word: TextKey;
}

/**
 * A secret that is written and never read: its field is empty, and shows whether one is stored. Null removes the stored
 * secret; an empty field keeps it.
 */
export const SecretField = ({ field, path: givenPath, readOnly, about, word }: SecretFieldProps) => {
  const t = usePortalTexts();
  const path = givenPath ?? field.name;
  const { value, setValue, showError, errorMessage, disabled } = useField<string | null>({
    potentiallyStalePath: path,
  });
  const isStored = useFormFields(([fields]) => fields[isSetPathOf(path)]?.value === true);
  const isCleared = value === null && isStored;
  const name = t(word);
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
          disabled={readOnly || disabled}
          value={value ?? ''}
          onChange={(event) => setValue(event.target.value === '' ? undefined : event.target.value)}
        />
        {isStored && !readOnly && !isCleared && (
          <Button
            buttonStyle="secondary"
            size="small"
            margin={false}
            disabled={disabled}
            onClick={() => setValue(null)}
          >
            {t('settings:secret:remove', { name })}
          </Button>
        )}
      </div>
      <FieldDescription
        path={path}
        description={
          isCleared
            ? t('settings:secret:goes', { name })
            : isStored
              ? t('settings:secret:isStored', { name })
              : `${t('settings:secret:isNotStored', { name })} ${about ? t(about) : ''}`
        }
      />
    </div>
  );
};

/** `….password` → `….hasPassword` */
const isSetPathOf = (path: string): string => {
  const start = path.lastIndexOf('.') + 1;
  return path.slice(0, start) + setFieldOf(path.slice(start));
};
