'use client';

import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { Dialog, DialogButtons, Question } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { ActionButton, Form } from '../../../core/ui/parts/form/FormParts.tsx';
import { ExactTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { ErrorSentence } from '../../../core/ui/parts/words/words.tsx';
import { useBusy } from '../../../core/ui/react/useBusy.ts';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import {
  callPortal,
  doneIn,
  type PortalRequest,
  type PortalResult,
  sentenceOf,
} from '../../../core/ui/requests/portalApi.ts';
import { CopyLink, daysAfter, type LinkRecipient } from '../../links/ui.ts';
import type { Transfer } from './transfer.ts';
import '../../../core/ui/parts/form/form.css';

interface TransferActionsProps {
  readonly transfer: Transfer;
  readonly list: string;
  reload(): Promise<void>;
}

/** The actions on a transfer. Actions that end something ask for confirmation. */
export const TransferActions = ({ transfer, list, reload }: TransferActionsProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const { openModal, closeModal } = useModal();
  const { id, status, access, bytes_deleted_at, expires_at, files, recipients } = transfer;
  const path = `/transfers/${id}` as const;
  const slugs = { extend: `portal-extend-${id}`, revoke: `portal-revoke-${id}`, send: `portal-send-${id}` };
  const isDraft = status === 'draft';

  const ask = (request: PortalRequest) => callPortal(portalRoute, request);
  const tell = async (words: string) => {
    toast.success(words);
    await reload();
  };
  return (
    <>
      <div className="portal-actions">
        {isDraft && (
          <ActionButton
            isPrimary
            label={t('transfers:admin:form:send')}
            onClick={() => openModal(slugs.send)}
          />
        )}
        {status === 'ready' && access === 'link' && <CopyLink path={path} reload={reload} />}
        {!bytes_deleted_at && (status === 'ready' || status === 'expired') && (
          <ActionButton label={t('transfers:admin:actions:extend')} onClick={() => openModal(slugs.extend)} />
        )}
        {status !== 'revoked' && (
          <ActionButton
            label={t(isDraft ? 'transfers:admin:actions:discard' : 'transfers:admin:actions:revoke')}
            onClick={() => openModal(slugs.revoke)}
          />
        )}
      </div>
      <Dialog slug={slugs.extend} title={t('transfers:admin:actions:extend')}>
        <ExtendForm
          end={expires_at === null ? null : new Date(expires_at)}
          extend={(expires_at) => ask({ method: 'PATCH', path, body: { expires_at } })}
          onDone={() => {
            closeModal(slugs.extend);
            void tell(t('transfers:admin:actions:extended'));
          }}
          onClose={() => closeModal(slugs.extend)}
        />
      </Dialog>
      <Question
        slug={slugs.send}
        title={t('transfers:admin:actions:sendTitle')}
        label={t('transfers:admin:form:send')}
        busyLabel={t('transfers:admin:form:busy')}
        act={() => ask({ method: 'POST', path: `${path}/send` })}
        onDone={() => void tell(t('transfers:admin:actions:sent'))}
      >
        {t('transfers:admin:actions:sendWarning', {
          recipients: recipients.map(({ email }) => email).join(', ') || '–',
          files: files.length,
        })}
      </Question>
      <Question
        slug={slugs.revoke}
        title={t(isDraft ? 'transfers:admin:actions:discardTitle' : 'transfers:admin:actions:revokeTitle')}
        label={t(isDraft ? 'transfers:admin:actions:discard' : 'transfers:admin:actions:revoke')}
        busyLabel={t('transfers:admin:actions:revoking')}
        // Someone else may have sent the draft meanwhile.
        act={() => ask({ method: 'DELETE', path: isDraft ? `${path}?status=draft` : path })}
        onDone={() => {
          if (isDraft) router.push(list);
          else void tell(t('transfers:admin:actions:revoked'));
        }}
      >
        {t(isDraft ? 'transfers:admin:actions:discardWarning' : 'transfers:admin:actions:revokeWarning')}
      </Question>
    </>
  );
};

interface ExtendFormProps {
  /** The present end of the links. */
  readonly end: Date | null;
  extend(until: string): Promise<PortalResult<unknown>>;
  onDone(): void;
  onClose(): void;
}

/** The latest end that is allowed, in days from now. */
const mostDays = 90;

/**
 * The new end: so many days after the present one, or after now if that is over; at the latest the last one that is allowed, with a
 * minute for the way. It is never earlier than the present one.
 */
const newEnd = (end: Date | null, now: Date, days: number): string => {
  const from = end === null || end <= now ? now : end;
  const latest = Date.parse(daysAfter(now, mostDays)) - 60_000;
  const wanted = Date.parse(daysAfter(from, days));
  return new Date(Math.max(from.getTime(), Math.min(wanted, latest))).toISOString();
};

const ExtendForm = ({ end, extend, onDone, onClose }: ExtendFormProps) => {
  const t = usePortalTexts();
  const [problem, setProblem] = useState<string | null>(null);
  const [now] = useState(() => new Date());
  const [days, setDays] = useState(14);
  const isOver = end === null || end <= now;
  const until = newEnd(end, now, days);
  const { isBusy, run } = useBusy(async () => {
    const result = await extend(until);
    if (result.ok) onDone();
    else setProblem(sentenceOf(result, t));
  });
  return (
    <Form className="portal-form" onSubmit={() => void run()}>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      {end && (
        <p>
          {t(isOver ? 'transfers:admin:endedAt' : 'transfers:admin:endsAt')} <ExactTime moment={end} />.
        </p>
      )}
      <label>
        {t(isOver ? 'transfers:admin:actions:extendFromNow' : 'transfers:admin:actions:extendBy')}
        <select name="days" value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {[3, 7, 14, 30, 90].map((count) => (
            <option key={count} value={count}>
              {t('links:admin:settings:days', { count })}
            </option>
          ))}
        </select>
      </label>
      <p role="status">
        {t('transfers:admin:actions:newEnd')} <ExactTime moment={new Date(until)} />.
      </p>
      <DialogButtons onCancel={onClose}>
        <Button margin={false} type="submit" disabled={isBusy}>
          {t('transfers:admin:actions:extend')}
        </Button>
      </DialogButtons>
    </Form>
  );
};

interface ResendButtonProps {
  readonly transfer: string;
  readonly recipient: LinkRecipient;
  reload(): Promise<void>;
}

/** Sends the mail to one recipient again, once that is confirmed. */
export const ResendButton = ({ transfer, recipient, reload }: ResendButtonProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const { openModal } = useModal();
  const { id, email } = recipient;
  const slug = `portal-resend-${id}`;
  const resend = async () => {
    const path = `/transfers/${transfer}/recipients/${id}/resend` as const;
    const result = await callPortal(portalRoute, { method: 'POST', path });
    if (result.ok) toast.success(doneIn(result, t('transfers:admin:actions:resent', { email }), t));
    return result;
  };
  return (
    <>
      <ActionButton
        size="small"
        label={t('transfers:admin:actions:resend')}
        aria-label={t('transfers:admin:actions:resendTo', { email })}
        onClick={() => openModal(slug)}
      />
      <Question
        slug={slug}
        title={t('transfers:admin:actions:resendTitle', { email })}
        label={t('transfers:admin:actions:resend')}
        busyLabel={t('transfers:admin:form:busy')}
        act={resend}
        onDone={() => void reload()}
      >
        {t('transfers:admin:actions:resendWarning')}
      </Question>
    </>
  );
};
