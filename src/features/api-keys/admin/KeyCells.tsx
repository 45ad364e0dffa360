import { Button, DefaultCell, Pill, toast, useDocumentInfo, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import type { DefaultCellComponentProps } from 'payload';
import type { Scope } from '../../../core/access/scopes.ts';
import type { TextKey } from '../../../core/texts/text.ts';
import { Question } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal } from '../../../core/ui/requests/portalApi.ts';
import { type KeyState, keyStateOf } from '../expiry.ts';
import { describeScopes } from './keyWords.ts';
import './apiKeys.css';

/** A key as the CMS gives it to its admin UI. */
interface KeyDocument {
  readonly id: number | string;
  readonly name: string;
  readonly prefix: string;
  readonly owner?: unknown;
  readonly organization?: unknown;
  readonly spans?: boolean | null;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string;
  readonly revokedAt?: string | null;
}

const styles = {
  active: 'success',
  'expires soon': 'warning',
  expired: 'light-gray',
  revoked: 'error',
  'owner deleted': 'error',
  'organization deleted': 'error',
} as const;

const words = {
  active: 'apiKeys:state:active',
  'expires soon': 'apiKeys:state:expiresSoon',
  expired: 'apiKeys:state:expired',
  revoked: 'apiKeys:state:revoked',
  'owner deleted': 'apiKeys:state:ownerDeleted',
  'organization deleted': 'apiKeys:state:organizationDeleted',
} as const satisfies Record<KeyState, TextKey>;

const stateOfDocument = ({ owner, organization, spans, expiresAt, revokedAt }: KeyDocument): KeyState =>
  keyStateOf(
    {
      expiresAt: new Date(expiresAt),
      revokedAt: revokedAt ? new Date(revokedAt) : null,
      hasOwner: Boolean(owner),
      hasReach: Boolean(spans || organization),
    },
    new Date(),
  );

/** True if a key can still be revoked. */
const isRevocable = (state: KeyState): boolean => state !== 'revoked' && state !== 'expired';

/** The state of a key in words and in colour. */
const KeyStatePill = ({ state }: { state: KeyState }) => {
  const t = usePortalTexts();
  return (
    <Pill pillStyle={styles[state]} size="small">
      {t(words[state])}
    </Pill>
  );
};

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

export const KeyScopesCell = (props: DefaultCellComponentProps) => {
  const t = usePortalTexts();
  return (
    <span className="portal-keys__pills">
      {describeScopes(keyOf(props).scopes, t).map((rights) => (
        <Pill key={rights} size="small">
          {rights}
        </Pill>
      ))}
    </span>
  );
};

/** An empty organization means all organizations if `spans` is set; otherwise the organization was deleted. */
export const KeyOrganizationCell = (props: DefaultCellComponentProps) => {
  const t = usePortalTexts();
  const { spans, organization } = keyOf(props);
  if (organization) return <DefaultCell {...props} />;
  return <span>{t(spans ? 'apiKeys:cell:allOrganizations' : 'apiKeys:cell:deleted')}</span>;
};

export const KeyUseCell = (props: DefaultCellComponentProps) => {
  const t = usePortalTexts();
  return props.cellData ? <DefaultCell {...props} /> : <span>{t('apiKeys:cell:neverUsed')}</span>;
};

export const KeyRevokeCell = (props: DefaultCellComponentProps) => {
  const { id, name, prefix } = keyOf(props);
  return isRevocable(stateOfDocument(keyOf(props))) ? (
    <RevokeKey id={id} name={name} prefix={prefix} />
  ) : (
    <span aria-hidden="true">–</span>
  );
};

const useKey = (): KeyDocument | null => {
  const { savedDocumentData } = useDocumentInfo();
  return savedDocumentData && 'prefix' in savedDocumentData
    ? (savedDocumentData as unknown as KeyDocument)
    : null;
};

/** The top of a key's page: its state, and the button that revokes it. */
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
  const t = usePortalTexts();
  const key = useKey();
  if (!key) return null;
  return (
    <div className="field-type">
      <span className="field-label">{t('apiKeys:scopes:heading')}</span>
      <ul className="portal-keys__rights">
        {describeScopes(key.scopes, t).map((rights) => (
          <li key={rights}>{rights}</li>
        ))}
      </ul>
    </div>
  );
};

interface RevokeKeyProps {
  readonly id: number | string;
  readonly name: string;
  readonly prefix: string;
}

/** Revokes a key, after one more question: it cannot be undone. */
const RevokeKey = ({ id, name, prefix }: RevokeKeyProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const { openModal } = useModal();
  const router = useRouter();
  const modalSlug = `portal-revoke-api-key-${id}`;

  return (
    <>
      <Button
        buttonStyle="secondary"
        size="small"
        margin={false}
        aria-label={t('apiKeys:revoke:named', { name })}
        onClick={() => openModal(modalSlug)}
      >
        {t('apiKeys:revoke:action')}
      </Button>
      <Question
        slug={modalSlug}
        title={t('apiKeys:revoke:title', { name })}
        label={t('apiKeys:revoke:confirm')}
        busyLabel={t('apiKeys:revoke:busy')}
        act={() => callPortal(portalRoute, { method: 'DELETE', path: `/api-keys/${id}` })}
        onDone={() => {
          toast.success(t('apiKeys:revoke:done', { name }));
          router.refresh();
        }}
      >
        {t('apiKeys:revoke:warning', { prefix })}
      </Question>
    </>
  );
};
