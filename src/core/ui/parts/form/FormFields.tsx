import type { ReactNode } from 'react';
import './form.css';

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
