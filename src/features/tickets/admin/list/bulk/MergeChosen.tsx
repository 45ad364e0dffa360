import { Button, toast, useModal } from '@payloadcms/ui';
import { useState } from 'react';
import { Confirmation, Dialog } from '../../../../../core/ui/parts/dialog/Dialog.tsx';
import { usePortalRoute, usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { callPortal, sentenceOf } from '../../../../../core/ui/requests/portalApi.ts';
import { carryDraft } from '../../page/draft/merged.ts';
import type { ListedTicket } from '../ticketColumns.tsx';
import '../../../../../core/ui/parts/dialog/choice.css';

const slug = 'portal-merge-chosen';

/** More at once are more than a person compares. */
const mostMerged = 5;

interface MergeChosenProps {
  /** The chosen ones. */
  readonly tickets: readonly ListedTicket[];
  /** Called with the tickets that were merged, and the reasons why others were refused. */
  onDone(merged: readonly string[], refused: readonly string[]): void;
}

/** Merges the chosen tickets into one of them, if they are few, of one organization, and not merged yet. */
export const MergeChosen = ({ tickets, ...rest }: MergeChosenProps) => {
  const t = usePortalTexts();
  const { openModal } = useModal();
  const organizations = new Set(tickets.map(({ organizationId }) => organizationId));
  const isMerged = tickets.some(({ mergedInto }) => mergedInto !== null);
  if (tickets.length < 2 || tickets.length > mostMerged || organizations.size > 1 || isMerged) return null;
  return (
    <>
      <Button size="small" margin={false} buttonStyle="secondary" onClick={() => openModal(slug)}>
        {t('tickets:merge:chosen')}
      </Button>
      <Dialog slug={slug} title={t('tickets:merge:chosenTitle')}>
        <Merge tickets={tickets} {...rest} />
      </Dialog>
    </>
  );
};

const Merge = ({ tickets, onDone }: MergeChosenProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const { person } = portalRoute;
  const byAge = tickets.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const [target, setTarget] = useState(byAge[0]?.id ?? '');

  const act = async () => {
    const merged: string[] = [];
    const refused: string[] = [];
    for (const { id } of byAge.filter((ticket) => ticket.id !== target)) {
      const path = `/tickets/${id}/merge` as const;
      const result = await callPortal(portalRoute, { method: 'POST', path, body: { into: target } });
      if (!result.ok) refused.push(`#${id}: ${sentenceOf(result, t)}`);
      else {
        merged.push(id);
        if (person !== undefined) carryDraft({ from: id, to: target, person });
      }
    }
    return merged.length > 0
      ? ({ ok: true, output: { merged, refused } } as const)
      : ({ ok: false, message: refused.join(' '), details: [] } as const);
  };

  return (
    <>
      <fieldset className="portal-dialog__choice">
        <legend>{t('tickets:merge:remains')}</legend>
        {byAge.map(({ id, subject }) => (
          <label key={id}>
            <input type="radio" name={slug} checked={id === target} onChange={() => setTarget(id)} />
            {`#${id} ${subject}`}
          </label>
        ))}
      </fieldset>
      <Confirmation
        slug={slug}
        label={t('tickets:merge:mergeInto', { target })}
        busyLabel={t('tickets:merge:merging')}
        act={act}
        onDone={({ merged, refused }) => {
          const [source = ''] = merged;
          toast.success(t('tickets:merge:doneChosen', { count: merged.length, source, target }));
          onDone(merged, refused);
        }}
      >
        {t('tickets:merge:others', { target })}
      </Confirmation>
    </>
  );
};
