import type { TranslateText } from '../../../../core/texts/text.ts';
import { StatusPill } from '../../../../core/ui/parts/words/words.tsx';
import type { EmailAttempt } from '../../row.ts';
import { hintFor } from './errorHints.ts';
import './trail.css';

interface TrailProps {
  readonly refused: NonNullable<EmailAttempt['fallback']>;
  readonly transport: string | null;
  readonly status: 'sent' | 'failed';
  readonly error: string | null;
  readonly t: TranslateText;
}

/** The transports that were tried, in order, each with its outcome. */
export const Trail = ({ refused, transport, status, error, t }: TrailProps) => (
  <ol className="portal-trail">
    {refused.map((one) => (
      <Step
        key={`${one.transport} ${one.error}`}
        name={one.transport}
        words={t('emailLog:trail:rejected')}
        error={one.error}
        t={t}
      />
    ))}
    <Step
      name={transport ?? t('emailLog:trail:none')}
      words={t(status === 'sent' ? 'emailLog:trail:accepted' : 'emailLog:trail:failed')}
      error={status === 'sent' ? null : error}
      t={t}
    />
  </ol>
);

interface StepProps {
  readonly name: string;
  readonly words: string;
  readonly error: string | null;
  readonly t: TranslateText;
}

const Step = ({ name, words, error, t }: StepProps) => {
  const hint = error && hintFor(error, t);
  return (
    <li>
      <strong>{name}</strong> <StatusPill tone={error === null ? 'good' : 'bad'}>{words}</StatusPill>
      {error && <pre>{error}</pre>}
      {hint && <p className="portal-trail__hint">{hint}</p>}
    </li>
  );
};
