import { Banner } from '@payloadcms/ui';
import type { ReactNode } from 'react';

/** What went wrong, in the server's own sentence; read out as soon as it is there. */
export const ErrorSentence = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    <Banner type="error">{children}</Banner>
  </div>
);

/** What is wrong with one field, in the server's own sentence below it; read out as soon as it is there. */
export const FieldProblem = ({ id, problem }: { id: string; problem: string | undefined }) =>
  problem ? (
    <span id={id} role="alert" className="portal-form__problem">
      {problem}
    </span>
  ) : null;

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
