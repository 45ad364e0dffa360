import { Button, toast, useDocumentInfo, useFormFields, useFormModified, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useId, useState } from 'react';
import { Confirmation, Dialog, DialogButtons } from '../../../../../core/ui/parts/dialog/Dialog.tsx';
import { SearchChoice } from '../../../../../core/ui/parts/form/SearchChoice.tsx';
import { StatusPill } from '../../../../../core/ui/parts/words/words.tsx';
import { usePortalRoute, usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { useShortcuts } from '../../../../../core/ui/react/useShortcuts.tsx';
import { callPortal } from '../../../../../core/ui/requests/portalApi.ts';
import { namePerson } from '../../../../people/ui.ts';
import { toneOf } from '../../ticketWords.ts';
import { carryDraft } from '../draft/merged.ts';
import { type FoundTicket, useMergeTargets } from './useMergeTargets.ts';
import '../../tickets.css';

const slug = 'portal-merge';

interface MergeTicketProps {
  /** Address of the list. */
  readonly address: string;
  readonly me: string;
}

/** Merges the open ticket into another one of its organization, and leads there. */
export const MergeTicket = (props: MergeTicketProps) => {
  const { id } = useDocumentInfo();
  const t = usePortalTexts();
  const { openModal } = useModal();
  useShortcuts(t('tickets:page:actions:title'), {
    m: { says: t('tickets:merge:shortcut'), act: () => openModal(slug) },
  });
  if (id === undefined) return null;
  return (
    <>
      <Button size="small" margin={false} buttonStyle="secondary" onClick={() => openModal(slug)}>
        {t('tickets:merge:open')}
      </Button>
      <Dialog slug={slug} title={t('tickets:merge:title', { source: id })}>
        <Merge {...props} id={id} />
      </Dialog>
    </>
  );
};

interface MergeProps extends MergeTicketProps {
  readonly id: number | string;
}

const Merge = ({ address, me, id }: MergeProps) => {
  const t = usePortalTexts();
  const [target, setTarget] = useState<FoundTicket | null>(null);
  const { closeModal } = useModal();
  const router = useRouter();
  const organization = useFormFields(([fields]) => fields.organization?.initialValue);
  const read = useMergeTargets({ organization, ticket: id });

  const land = (into: number | string) => {
    carryDraft({ from: id, to: into, person: me });
    toast.success(t('tickets:merge:done', { source: id, target: into }));
    router.push(`${address}/${into}`);
  };

  if (target !== null)
    return (
      <Consent source={id} target={target} onMerged={() => land(target.id)} onBack={() => setTarget(null)} />
    );
  return (
    <>
      <SearchChoice
        label={t('tickets:merge:search')}
        listLabel={t('tickets:merge:tickets')}
        placeholder={t('tickets:merge:placeholder')}
        noMatch={t('tickets:merge:noMatch')}
        nothing={t('tickets:merge:none')}
        read={read}
        show={(ticket) => <TicketLines ticket={ticket} />}
        onPick={(ticket) => setTarget(ticket)}
      />
      <DialogButtons onCancel={() => closeModal(slug)} />
    </>
  );
};

const TicketLines = ({ ticket: { id, subject, status, requester } }: { ticket: FoundTicket }) => {
  const t = usePortalTexts();
  return (
    <>
      <strong>{`#${id} ${subject}`}</strong>
      <span className="portal-muted">
        <StatusPill tone={toneOf(status)}>{t(`tickets:status:${status}`)}</StatusPill>{' '}
        {namePerson(requester, t).name}
      </span>
    </>
  );
};

interface ConsentProps {
  readonly source: number | string;
  readonly target: FoundTicket;
  onMerged(): void;
  /** Called to choose another ticket. */
  onBack(): void;
}

/** Says what will happen, and does it. */
const Consent = ({ source, target, onMerged, onBack }: ConsentProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const isModified = useFormModified();
  const sentence = useId();
  return (
    <>
      {/* The search that had the focus is gone. A button here would take a second Enter for a yes. */}
      {/* biome-ignore lint/a11y/useSemanticElements: it is no field of a form */}
      <div
        role="group"
        aria-label={t('tickets:merge:into', { target: target.id })}
        aria-describedby={sentence}
        tabIndex={-1}
        ref={focus}
        className="portal-choice__picked"
      >
        <TicketLines ticket={target} />
        <button type="button" className="portal-link-button" onClick={onBack}>
          {t('tickets:merge:another')}
        </button>
      </div>
      {isModified && <p>{t('tickets:merge:unsaved', { source })}</p>}
      <Confirmation
        slug={slug}
        label={t('tickets:merge:mergeInto', { target: target.id })}
        busyLabel={t('tickets:merge:merging')}
        act={() =>
          callPortal(portalRoute, {
            method: 'POST',
            path: `/tickets/${source}/merge`,
            body: { into: String(target.id) },
          })
        }
        onDone={onMerged}
      >
        <span id={sentence}>{t('tickets:merge:all', { source, target: target.id })}</span>
      </Confirmation>
    </>
  );
};

const focus = (element: HTMLElement | null): void => element?.focus();
