import { Banner, Pill } from '@payloadcms/ui';
import { Fragment, type ReactNode } from 'react';
import './Messages.css';
import './StatusPill.css';

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

/** The state that a colour stands for. */
export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

const styles: Record<Tone, 'success' | 'warning' | 'error' | 'light-gray'> = {
  good: 'success',
  warning: 'warning',
  bad: 'error',
  neutral: 'light-gray',
};

/** A state in words and colour. */
export const StatusPill = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Pill pillStyle={styles[tone]} size="small" className="portal-status">
    {children}
  </Pill>
);

/** A text with elements for its `{{names}}`, such as a link or a time, wherever a language places them. */
export const withElements = (text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode =>
  text.split(/\{\{(\w+)\}\}/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    <Fragment key={index}>{index % 2 === 1 ? elements[part] : part}</Fragment>
  ));
