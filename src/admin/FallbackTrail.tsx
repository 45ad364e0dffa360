import type { JSONFieldServerProps } from 'payload';
import type { RefusedBefore } from '../mail/chain.ts';

/** The transports that refused a mail before the one that its row names, each with its own error. */
export const FallbackTrail = ({ siblingData }: JSONFieldServerProps) => {
  const trail = (siblingData as { fallback?: readonly RefusedBefore[] | null }).fallback ?? [];
  return (
    <div className="field-type">
      <span className="field-label">Transports that refused before</span>
      {trail.length === 0 ? (
        <p>None: the first transport settled it.</p>
      ) : (
        <ol>
          {trail.map(({ transport, error }) => (
            <li key={`${transport} ${error}`}>
              <strong>{transport}</strong>: {error}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
};
