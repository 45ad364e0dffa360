import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  /** What to do next. */
  readonly children: ReactNode;
}

/** Where there is nothing to show: why, and what to do next. */
export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div className="portal-empty">
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
);
