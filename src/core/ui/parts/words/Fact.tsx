import type { ReactNode } from 'react';

interface FactProps {
  readonly label: string;
  /** Stands for a fact that is unknown. */
  readonly none?: string;
  readonly children: ReactNode;
}

/** A fact of a list of facts, with its label. */
export const Fact = ({ label, none, children }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd>{children || (none !== undefined && <span className="portal-muted">{none}</span>)}</dd>
  </div>
);
