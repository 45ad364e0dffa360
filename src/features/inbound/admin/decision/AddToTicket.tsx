import { useModal } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { Confirmation, Dialog, DialogButtons } from '../../../../core/ui/parts/dialog/Dialog.tsx';
import { ReasonSentence } from '../../../../core/ui/parts/words/ReasonSentence.tsx';
import { ErrorSentence, Fact } from '../../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import type { CmsResult } from '../../../../core/ui/requests/cmsApi.ts';
import type { PortalResult } from '../../../../core/ui/requests/portalApi.ts';
import { namePerson } from '../../../people/ui.ts';
import { type DecidedMail, sendersOf } from './sendersOf.ts';
import { type NamedTicket, useFindTicket } from './useFindTicket.ts';
import '../../../../core/ui/parts/page/page.css';

interface AddToTicketProps<Output> {
  readonly slug: string;
  /** The ticket as a person has named it. */
  readonly wanted: string;
  readonly mails: readonly DecidedMail[];
  add(ticketId: string): Promise<PortalResult<Output>>;
  onDone(output: Output): void;
}

/** Asks before messages become replies on a ticket, which it names: its number may be mistyped. */
export const AddToTicket = <Output,>(props: AddToTicketProps<Output>) => {
  const t = usePortalTexts();
  return (
    <Dialog slug={props.slug} title={t('inbound:addTo:title', { count: props.mails.length })}>
      <FoundTicket {...props} />
    </Dialog>
  );
};

const FoundTicket = <Output,>({ slug, wanted, mails, add, onDone }: AddToTicketProps<Output>) => {
  const t = usePortalTexts();
  const { closeModal } = useModal();
  const findTicket = useFindTicket();
  const [found, setFound] = useState<CmsResult<NamedTicket | null> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setFound(null);
    void findTicket(wanted).then((result) => isCurrent && setFound(result));
    return () => {
      isCurrent = false;
    };
  }, [findTicket, wanted]);

  const ticket = found?.ok ? found.output : null;
  if (!ticket)
    return (
      <>
        {found === null && <p role="status">{t('inbound:addTo:looking')}</p>}
        {found && !found.ok && <ReasonSentence reason={found.message} />}
        {found?.ok && <ErrorSentence>{t('inbound:addTo:unknown', { wanted })}</ErrorSentence>}
        <DialogButtons onCancel={() => closeModal(slug)} />
      </>
    );
  const { id, subject, requester, organization } = ticket;
  const count = mails.length;
  return (
    <>
      <dl className="portal-facts">
        <Fact label={t('inbound:table:ticket')}>{`#${id} ${subject}`}</Fact>
        <Fact label={t('inbound:addTo:requester')}>
          {[...new Set([namePerson(requester, t).name, addressOf(requester)])].filter(Boolean).join(', ')}
        </Fact>
        <Fact label={t('inbound:actions:organization')} none={t('inbound:page:none')}>
          {organization}
        </Fact>
      </dl>
      <Confirmation
        slug={slug}
        label={t('inbound:addTo:confirm', { count, id })}
        busyLabel={t('inbound:addTo:busy')}
        act={() => add(id)}
        onDone={onDone}
      >
        {sendersOf(mails, t)} {t('inbound:addTo:warning', { count })}
      </Confirmation>
    </>
  );
};

const addressOf = (person: NamedTicket['requester']): string | undefined =>
  typeof person === 'object' ? person?.email : undefined;
