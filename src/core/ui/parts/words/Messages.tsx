import { Banner } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import './Messages.css';

/** An error in the server's words. Screen readers announce it. */
export const ErrorSentence = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    <Banner type="error">{children}</Banner>
  </div>
);

/** The error of one field, below it. Screen readers announce it. */
export const FieldProblem = ({ id, problem }: { id: string; problem: string | undefined }) =>
  problem ? (
    <span id={id} role="alert" className="portal-form__problem">
      {problem}
    </span>
  ) : null;

interface EmptyStateProps {
  readonly title: string;
  /** The next step for the reader. */
  readonly children: ReactNode;
}

/** Explains why there is nothing to show, and names the next step. */
export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div className="portal-empty">
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
);
