import { Button, FieldError, TextInput } from '@payloadcms/ui';
import { type ChangeEvent, type FormEvent, useCallback, useEffect, useState } from 'react';
import type { Scope } from '../../../core/access/scopes.ts';
import { FormFields } from '../../../core/ui/parts/form/FormFields.tsx';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalRoute } from '../../../core/ui/react/usePortalRoute.ts';
import { usePortalTexts } from '../../../core/ui/react/usePortalTexts.ts';
import { useSlugs } from '../../../core/ui/react/useSlugs.ts';
import {
  callPortal,
  type PortalResult,
  type Problems,
  placeProblems,
  whole,
} from '../../../core/ui/requests/portalApi.ts';
import { type ExpiryPreset, expiryOf } from './expiryPresets.ts';
import { ExpiryChoice, type Id, RelationChoice, ScopeChoice } from './KeyChoices.tsx';

export interface MadeKey {
  readonly key: string;
  readonly name: string;
}

interface KeyFormProps {
  /** The logged-in user, who owns the key unless another owner is chosen. */
  readonly selfId: Id | undefined;
  onMade(key: MadeKey): void;
}

const fields = ['name', 'owner_id', 'organization_id', 'scopes', 'expires_at'] as const;

/** The form that creates a key. The API's rejections are shown at their fields. */
export const KeyForm = ({ selfId, onMade }: KeyFormProps) => {
  const slugs = useSlugs();
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const [name, setName] = useState('');
  const [ownerId, setOwnerId] = useState<Id | null>(selfId ?? null);
  const [organizationId, setOrganizationId] = useState<Id | null>(null);
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [expiry, setExpiry] = useState<{ preset: ExpiryPreset; date: Date | null }>({
    preset: '365',
    date: null,
  });
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const choices = useKeyChoices(portalRoute, ownerId);
  const offer = choices?.ok ? choices.output : null;

  // The API writes ids as text, the CMS with their own type. If users have numeric ids, all collections do.
  const hasNumbers = typeof (ownerId ?? selfId) === 'number';
  const asCmsId = useCallback((id: string): Id => (hasNumbers ? Number(id) : id), [hasNumbers]);

  useEffect(() => {
    if (!offer) return;
    setChosen(offer.scopes);
    const [only, ...more] = offer.organization_ids;
    setOrganizationId(only === undefined || more.length > 0 ? null : asCmsId(only));
  }, [offer, asCmsId]);

  const problemAt = (path: string) =>
    problems[path] ? (
      <div role="alert">
        <FieldError path={path} message={problems[path]} showError />
      </div>
    ) : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy) return;
    const expiresAt = expiryOf(expiry.preset, expiry.date, new Date());
    const missing = {
      ...(name.trim() === '' && { name: t('apiKeys:form:noName') }),
      ...(ownerId === null && { owner_id: t('apiKeys:form:noOwner') }),
      ...(offer &&
        !offer.spans &&
        organizationId === null && { organization_id: t('apiKeys:form:noOrganization') }),
      ...(chosen.length === 0 && { scopes: t('apiKeys:form:noScopes') }),
      ...(expiresAt === null && { expires_at: t('apiKeys:form:noExpiry') }),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0 || ownerId === null || expiresAt === null) return;
    setIsBusy(true);
    const result = await callPortal<MadeKey>(portalRoute, {
      method: 'POST',
      path: '/api-keys',
      body: {
        name,
        owner_id: String(ownerId),
        ...(organizationId !== null && { organization_id: String(organizationId) }),
        scopes: chosen,
        expires_at: expiresAt.toISOString(),
      },
    });
    setIsBusy(false);
    if (result.ok) return onMade(result.output);
    setProblems(placeProblems(result, fields));
  };

  const general = problems[whole] ?? (choices && !choices.ok && ownerId !== null ? choices.message : null);
  return (
    <form className="portal-keys__form" onSubmit={submit} noValidate>
      <p>{t('apiKeys:form:lead')}</p>
      {general && <ReasonSentence reason={general} />}
      <FormFields isBusy={isBusy}>
        <TextInput
          path="name"
          label={t('apiKeys:form:name')}
          required
          description={t('apiKeys:form:nameHint')}
          value={name}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setName(event.target.value)}
          showError={Boolean(problems.name)}
          Error={problemAt('name')}
          htmlAttributes={{ autoComplete: 'off' }}
        />
        <RelationChoice
          path="owner_id"
          label={t('apiKeys:form:owner')}
          isRequired
          description={t('apiKeys:form:ownerHint')}
          relationTo={slugs.users}
          value={ownerId}
          onChange={setOwnerId}
          problem={problemAt('owner_id')}
        />
        <RelationChoice
          key={`organizations-${offer?.owner_id}`}
          path="organization_id"
          label={t('apiKeys:form:organization')}
          isRequired={offer?.spans === false}
          description={t(offer?.spans === false ? 'apiKeys:form:oneOfOwner' : 'apiKeys:form:oneOrAll')}
          placeholder={t(offer?.spans === false ? 'apiKeys:form:chooseOne' : 'apiKeys:form:allOrganizations')}
          relationTo={slugs.organizations}
          {...(offer?.spans === false && { only: offer.organization_ids })}
          value={organizationId}
          onChange={setOrganizationId}
          problem={problemAt('organization_id')}
        />
        <ScopeChoice
          offered={offer?.scopes ?? []}
          chosen={chosen}
          onChange={setChosen}
          problem={problemAt('scopes')}
        />
        <ExpiryChoice {...expiry} onChange={setExpiry} problem={problemAt('expires_at')} />
      </FormFields>
      <Button type="submit" disabled={isBusy}>
        {t(isBusy ? 'apiKeys:form:busy' : 'apiKeys:form:make')}
      </Button>
    </form>
  );
};

/** The options for a key of one owner. */
interface KeyChoices {
  readonly owner_id: string;
  readonly spans: boolean;
  readonly organization_ids: readonly string[];
  readonly scopes: readonly Scope[];
}

/** Reads from the API which options it accepts; null until they are known. */
const useKeyChoices = (
  portalRoute: string,
  ownerId: number | string | null,
): PortalResult<KeyChoices> | null => {
  const [result, setResult] = useState<PortalResult<KeyChoices> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setResult(null);
    if (ownerId === null) return;
    const path = `/api-keys/choices?owner_id=${encodeURIComponent(ownerId)}` as const;
    void callPortal<KeyChoices>(portalRoute, { method: 'GET', path }).then((choices) => {
      if (isCurrent) setResult(choices);
    });
    return () => {
      isCurrent = false;
    };
  }, [portalRoute, ownerId]);
  return result;
};
