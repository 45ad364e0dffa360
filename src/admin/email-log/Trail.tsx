import type { RefusedBefore } from '../../mail/chain.ts';
import { StatusPill } from '../shared/StatusPill.tsx';
import { hintFor } from './errorHints.ts';

interface TrailProps {
  readonly refused: readonly RefusedBefore[];
  readonly transport: string | null;
  readonly status: 'sent' | 'failed';
  readonly error: string | null;
}

/** The transports that were tried, in order, each with its outcome. */
export const Trail = ({ refused, transport, status, error }: TrailProps) => (
  <ol className="portal-trail">
    {refused.map((one) => (
      <Step key={`${one.transport} ${one.error}`} name={one.transport} words="Rejected" error={one.error} />
    ))}
    <Step
      name={transport ?? 'No transport'}
      words={status === 'sent' ? 'Accepted' : 'Failed'}
      error={status === 'sent' ? null : error}
    />
  </ol>
);

const Step = ({ name, words, error }: { name: string; words: string; error: string | null }) => {
  const hint = error && hintFor(error);
  return (
    <li>
      <strong>{name}</strong> <StatusPill tone={error === null ? 'good' : 'bad'}>{words}</StatusPill>
      {error && <pre>{error}</pre>}
      {hint && <p className="portal-trail__hint">{hint}</p>}
    </li>
  );
};
