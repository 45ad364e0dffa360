import { Button, FieldError, TextInput } from '@payloadcms/ui';
import { type ChangeEvent, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import type { Scope } from '../../../core/access/scopes.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
import { Form, FormFields } from '../../../core/ui/parts/form/FormParts.tsx';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { useFirstMoment } from '../../../core/ui/react/useFirstMoment.ts';
import { usePortalRoute, usePortalTexts, useSlugs } from '../../../core/ui/react/usePortal.ts';
import { TypedContext } from '../../../core/ui/react/useTypedState.ts';
import { newKey } from '../../../core/ui/requests/newKey.ts';
import {
  callPortal,
  type PortalResult,
  type PortalRoute,
  type Problems,
  placeProblems,
  whole,
} from '../../../core/ui/requests/portalApi.ts';
import { ExpiryChoice, type Id, RelationChoice, ScopeChoice } from './KeyChoices.tsx';
import { type ExpiryPreset, expiryOf } from './keyWords.ts';

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
  const { wanted, organizationId, change, choices, problems, isBusy, submit } = useKeyForm(selfId, onMade);
  const offer = choices?.ok ? choices.output : null;
  const problemAt = (path: string) =>
    problems[path] ? (
      <div role="alert">
        <FieldError path={path} message={problems[path]} showError />
      </div>
    ) : null;
  const general =
    problems[whole] ?? (choices && !choices.ok && wanted.ownerId !== null ? choices.message : null);
  return (
    <Form className="portal-keys__form" onSubmit={submit} noValidate>
      <p>{t('apiKeys:form:lead')}</p>
      {general && <ReasonSentence reason={general} />}
      <FormFields isBusy={isBusy}>
        <TextInput
          path="name"
          label={t('apiKeys:form:name')}
          required
          description={t('apiKeys:form:nameHint')}
          value={wanted.name}
          onChange={(event: ChangeEvent<HTMLInputElement>) => change({ name: event.target.value })}
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
          value={wanted.ownerId}
          onChange={(ownerId) => change({ ownerId })}
          problem={problemAt('owner_id')}
        />
        <OrganizationChoice
          offer={offer}
          value={organizationId}
          onChange={(chosen) => change({ organizationId: chosen })}
          problem={problemAt('organization_id')}
        />
        <ScopeChoice
          offered={offer?.scopes ?? []}
          chosen={wanted.scopes}
          onChange={(scopes) => change({ scopes })}
          problem={problemAt('scopes')}
        />
        <ExpiryChoice
          {...wanted.expiry}
          onChange={(expiry) => change({ expiry })}
          problem={problemAt('expires_at')}
        />
      </FormFields>
      <Button type="submit" disabled={isBusy}>
        {t(isBusy ? 'apiKeys:form:busy' : 'apiKeys:form:make')}
      </Button>
    </Form>
  );
};

interface OrganizationChoiceProps {
  /** It is null until it is known. */
  readonly offer: KeyChoices | null;
  readonly value: Id | null;
  onChange(id: Id | null): void;
  readonly problem: ReactNode;
}

const OrganizationChoice = ({ offer, ...rest }: OrganizationChoiceProps) => {
  const slugs = useSlugs();
  const t = usePortalTexts();
  const isOfOne = offer?.spans === false;
  return (
    <RelationChoice
      key={`organizations-${offer?.owner_id}`}
      path="organization_id"
      label={t('apiKeys:form:organization')}
      isRequired={isOfOne}
      description={t(isOfOne ? 'apiKeys:form:oneOfOwner' : 'apiKeys:form:oneOrAll')}
      placeholder={t(isOfOne ? 'apiKeys:form:chooseOne' : 'apiKeys:form:allOrganizations')}
      relationTo={slugs.organizations}
      {...(isOfOne && { only: offer.organization_ids })}
      {...rest}
    />
  );
};

/** The content of the form. */
interface WantedKey {
  readonly name: string;
  readonly ownerId: Id | null;
  /** The person's choice. It stays if another owner's keys cannot have it. */
  readonly organizationId: Id | null;
  readonly scopes: readonly Scope[];
  readonly expiry: { readonly preset: ExpiryPreset; readonly date: Date | null };
}

/** The state of the form: its content, the options for the chosen owner, and what is wrong. */
const useKeyForm = (selfId: Id | undefined, onMade: KeyFormProps['onMade']) => {
  const t = usePortalTexts();
  const noteTyped = useContext(TypedContext);
  const portalRoute = usePortalRoute();
  const [wanted, setWanted] = useState<WantedKey>({
    ...{ name: '', ownerId: selfId ?? null, organizationId: null, scopes: [] },
    expiry: { preset: '365', date: null },
  });
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const [form] = useState(newKey);
  const momentOf = useFirstMoment();
  const change = useCallback((by: Partial<WantedKey>) => setWanted((before) => ({ ...before, ...by })), []);
  const { ownerId } = wanted;
  const choices = useKeyChoices(portalRoute, ownerId);
  const offer = choices?.ok ? choices.output : null;

  // The API writes ids as text, the CMS with their own type. If users have numeric ids, all collections do.
  const hasNumbers = typeof (ownerId ?? selfId) === 'number';
  const organizationId = organizationOf(offer, wanted.organizationId, hasNumbers);
  useEffect(() => {
    if (offer) change({ scopes: offer.scopes });
  }, [offer, change]);

  const submit = async () => {
    if (isBusy) return;
    // The form does not show the scopes of the owner before, so it does not send them.
    const scopes = offer ? wanted.scopes : [];
    const content = { ...wanted, organizationId, scopes };
    const { preset, date } = wanted.expiry;
    const expiresAt = expiryOf(preset, date, momentOf(content));
    const missing = missingIn(content, { expiresAt, isOfOne: offer?.spans === false }, t);
    setProblems(missing);
    if (Object.keys(missing).length > 0 || ownerId === null || expiresAt === null) return;
    setIsBusy(true);
    const result = await callPortal<MadeKey>(portalRoute, {
      method: 'POST',
      path: '/api-keys',
      body: {
        name: wanted.name,
        owner_id: String(ownerId),
        ...(organizationId !== null && { organization_id: String(organizationId) }),
        scopes,
        expires_at: expiresAt.toISOString(),
      },
      form,
    });
    setIsBusy(false);
    if (result.ok) return onMade(result.output);
    setProblems(placeProblems(result, fields));
  };

  /** A change by the reader. */
  const changeByHand = (by: Partial<WantedKey>) => {
    noteTyped();
    change(by);
  };
  return { wanted, organizationId, change: changeByHand, choices, problems, isBusy, submit };
};

/**
 * The organization of the key: the person's choice, unless keys of its owner cannot have it. Without a choice it is the owner's
 * only one.
 */
const organizationOf = (offer: KeyChoices | null, chosen: Id | null, hasNumbers: boolean): Id | null => {
  if (!offer || offer.spans) return chosen;
  const [only, ...more] = offer.organization_ids;
  if (chosen !== null) return offer.organization_ids.includes(String(chosen)) ? chosen : null;
  if (only === undefined || more.length > 0) return null;
  return hasNumbers ? Number(only) : only;
};

interface MissingContext {
  readonly expiresAt: Date | null;
  /** True if the owner's keys are of one organization each. */
  readonly isOfOne: boolean;
}

/** The fields that are not filled in yet. */
const missingIn = (
  { name, ownerId, organizationId, scopes }: WantedKey,
  { expiresAt, isOfOne }: MissingContext,
  t: TranslateText,
): Problems => ({
  ...(name.trim() === '' && { name: t('apiKeys:form:noName') }),
  ...(ownerId === null && { owner_id: t('apiKeys:form:noOwner') }),
  ...(isOfOne && organizationId === null && { organization_id: t('apiKeys:form:noOrganization') }),
  ...(scopes.length === 0 && { scopes: t('apiKeys:form:noScopes') }),
  ...(expiresAt === null && { expires_at: t('apiKeys:form:noExpiry') }),
});

/** The options for a key of one owner. */
interface KeyChoices {
  readonly owner_id: string;
  readonly spans: boolean;
  readonly organization_ids: readonly string[];
  readonly scopes: readonly Scope[];
}

/** Reads from the API which options it accepts; null until they are known. */
const useKeyChoices = (
  portalRoute: PortalRoute,
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
