'use client';

import { FormLine } from '../../../core/ui/parts/form/FormParts.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import type { Problems } from '../../../core/ui/requests/portalApi.ts';
import type { LinkAccess } from '../linkKind.ts';

/** Days after which a link ends. */
const lives = [3, 7, 14, 30, 90] as const;

const accesses: readonly LinkAccess[] = ['link', 'code', 'account'];

interface LinkSettingsProps {
  /** The beginning of the ids of the fields. */
  readonly id: string;
  readonly problems: Problems;
}

/** The end of links, and the proof that they ask for. Read with {@link readLinkSettings}. */
export const LinkSettings = ({ id, problems }: LinkSettingsProps) => {
  const t = usePortalTexts();
  return (
    <>
      <FormLine id={`${id}-days`} label={t('links:admin:settings:life')} problem={problems.expires_at}>
        <select id={`${id}-days`} name="days" defaultValue="14">
          {lives.map((days) => (
            <option key={days} value={days}>
              {t('links:admin:settings:days', { count: days })}
            </option>
          ))}
        </select>
      </FormLine>
      <FormLine id={`${id}-access`} label={t('links:admin:settings:access')} problem={problems.access}>
        <select id={`${id}-access`} name="access" defaultValue="link">
          {accesses.map((access) => (
            <option key={access} value={access}>
              {t(`links:admin:access:${access}`)}
            </option>
          ))}
        </select>
      </FormLine>
      <FormLine id={`${id}-password`} label={t('links:admin:settings:password')} problem={problems.password}>
        <input
          id={`${id}-password`}
          type="text"
          name="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('links:admin:settings:passwordHint')}
        />
      </FormLine>
    </>
  );
};

/** The values of {@link LinkSettings} as the API takes them. Their days are counted from `now`. */
export const readLinkSettings = (form: FormData, now: Date): object => {
  const password = String(form.get('password') ?? '');
  return {
    expires_at: daysAfter(now, Number(form.get('days'))),
    access: String(form.get('access')),
    ...(password && { password }),
  };
};

export const daysAfter = (moment: Date, days: number): string =>
  new Date(moment.getTime() + days * 24 * 60 * 60 * 1000).toISOString();
