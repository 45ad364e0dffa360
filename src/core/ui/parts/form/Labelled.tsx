import type { ReactNode } from 'react';

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
