import type { ReactNode } from 'react';
import { FieldProblem } from '../words/Messages.tsx';
import './form.css';

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
