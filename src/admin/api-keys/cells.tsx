import { DefaultCell, Pill } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { isRevocable, type KeyDocument, KeyStatePill, stateOfDocument } from './KeyState.tsx';
import { RevokeKey } from './RevokeKey.tsx';
import { describeScopes } from './scopeWords.ts';

const keyOf = ({ rowData }: DefaultCellComponentProps): KeyDocument => rowData as KeyDocument;

export const KeyStateCell = (props: DefaultCellComponentProps) => (
  <KeyStatePill state={stateOfDocument(keyOf(props))} />
);

/** Name and prefix are one column: people tell their keys apart by both. */
export const KeyNameCell = (props: DefaultCellComponentProps) => (
  <>
    <DefaultCell {...props} />
    <code className="portal-keys__prefix">{keyOf(props).prefix}…</code>
  </>
);

export const KeyPrefixCell = (props: DefaultCellComponentProps) => <code>{keyOf(props).prefix}…</code>;

export const KeyScopesCell = (props: DefaultCellComponentProps) => (
  <span className="portal-keys__pills">
    {describeScopes(keyOf(props).scopes).map((words) => (
      <Pill key={words} size="small">
        {words}
      </Pill>
    ))}
  </span>
);

/** An empty organization means all only if the key says so; else its organization was deleted. */
export const KeyOrganizationCell = (props: DefaultCellComponentProps) => {
  const { spans, organization } = keyOf(props);
  if (organization) return <DefaultCell {...props} />;
  return <span>{spans ? 'All organizations' : 'Deleted'}</span>;
};

export const KeyUseCell = (props: DefaultCellComponentProps) =>
  props.cellData ? <DefaultCell {...props} /> : <span>Never</span>;

export const KeyRevokeCell = (props: DefaultCellComponentProps) => {
  const { id, name, prefix } = keyOf(props);
  return isRevocable(stateOfDocument(keyOf(props))) ? (
    <RevokeKey id={id} name={name} prefix={prefix} />
  ) : (
    <span aria-hidden="true">–</span>
  );
};
