import { useDocumentInfo } from '@payloadcms/ui';
import { isRevocable, type KeyDocument, KeyStatePill, stateOfDocument } from './KeyState.tsx';
import { RevokeKey } from './RevokeKey.tsx';
import { describeScopes } from './scopeWords.ts';
import './apiKeys.css';

const useKey = (): KeyDocument | null => {
  const { savedDocumentData } = useDocumentInfo();
  return savedDocumentData && 'prefix' in savedDocumentData
    ? (savedDocumentData as unknown as KeyDocument)
    : null;
};

/** At the top of a key's page: its state, and the way to end it. */
export const KeyStateField = () => {
  const key = useKey();
  if (!key) return null;
  const state = stateOfDocument(key);
  return (
    <div className="field-type portal-keys__state">
      <KeyStatePill state={state} />
      {isRevocable(state) && <RevokeKey id={key.id} name={key.name} prefix={key.prefix} />}
    </div>
  );
};

export const KeyScopesField = () => {
  const key = useKey();
  if (!key) return null;
  return (
    <div className="field-type">
      <span className="field-label">What it may do</span>
      <ul className="portal-keys__rights">
        {describeScopes(key.scopes).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
};
