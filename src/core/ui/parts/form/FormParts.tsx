import { Button } from '@payloadcms/ui';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { useBusy } from '../../react/useBusy.ts';
import { FieldProblem } from '../words/words.tsx';
import './form.css';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/**
 * A form of the portal, which sends nothing by itself. React hands a submission on to the form around it, out of a dialog
 * as well: the CMS would save the document behind it, with changes that no one has saved yet.
 */
export const Form = ({ onSubmit, ...rest }: FormProps) => (
  // biome-ignore lint/correctness/noRestrictedElements: the one that all others are made of
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault();
      event.stopPropagation();
      onSubmit(event);
    }}
  />
);

interface FormFieldsProps {
  /** True while the form is being sent. */
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

/** The fields of a form. While it is being sent they take nothing: words that are typed then would be shown, and not sent. */
export const FormFields = ({ isBusy, children }: FormFieldsProps) => (
  <div className="portal-form__fields" inert={isBusy}>
    {children}
  </div>
);

interface FormLineProps {
  /** The id of the control. */
  readonly id: string;
  readonly label: string;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** A field of a form with its label, and with what is wrong with it. */
export const FormLine = ({ id, label, problem, children }: FormLineProps) => (
  <div className="portal-form__line">
    <label htmlFor={id}>{label}</label>
    {children}
    <FieldProblem id={`${id}-problem`} problem={problem} />
  </div>
);

interface LabelledProps {
  readonly label: string;
  /** The control. */
  readonly children: ReactNode;
}

/** A control of a filter with its label. */
export const Labelled = ({ label, children }: LabelledProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  <label>
    <span>{label}</span>
    {children}
  </label>
);

interface ActionButtonProps {
  readonly label: string;
  /** The accessible name, if the label alone does not say enough. */
  readonly 'aria-label'?: string;
  readonly isPrimary?: boolean;
  readonly size?: 'small' | 'medium';
  readonly isDisabled?: boolean;
  /** If it returns a promise, the button takes no second click until that is settled. */
  onClick(): unknown;
}

/** A button that acts. While its act is under way it keeps the focus, and does nothing. */
export const ActionButton = (props: ActionButtonProps) => {
  const { label, isPrimary = false, size = 'medium', isDisabled = false, onClick, ...named } = props;
  const { isBusy, run } = useBusy(onClick);
  return (
    <Button
      {...named}
      buttonStyle={isPrimary ? 'primary' : 'secondary'}
      size={size}
      margin={false}
      disabled={isDisabled}
      {...(isBusy && { className: 'portal-busy', extraButtonProps: { 'aria-disabled': true } })}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
};
