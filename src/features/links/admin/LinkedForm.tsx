'use client';

import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Dialog, DialogButtons } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { Form } from '../../../core/ui/parts/form/FormParts.tsx';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { useFirstMoment } from '../../../core/ui/react/useFirstMoment.ts';
import {
  type PortalResult,
  type Problems,
  placeProblems,
  whole,
} from '../../../core/ui/requests/portalApi.ts';
import { hasUnfinishedRecipient } from './RecipientsInput.tsx';
import '../../../core/ui/parts/form/form.css';

interface OpenerProps {
  /** The beginning of the dialog's slug. */
  readonly name: string;
  readonly label: string;
  readonly buttonStyle: 'primary' | 'secondary';
  /** Renders the form of the dialog with this slug. */
  children(slug: string): ReactNode;
}

/** A button with the dialog that it opens, in which a record is made. */
export const LinkedFormButton = ({ name, label, buttonStyle, children }: OpenerProps) => {
  const { openModal } = useModal();
  const slug = `portal-${name}-${useId()}`;
  return (
    <>
      <Button buttonStyle={buttonStyle} size="medium" margin={false} onClick={() => openModal(slug)}>
        {label}
      </Button>
      <Dialog slug={slug} title={label}>
        {children(slug)}
      </Dialog>
    </>
  );
};

interface LinkedFormProps {
  /** The dialog that the form stands in. */
  readonly slug: string;
  /** The address of the list of records. */
  readonly list: string;
  /** The fields at which a rejection of the API is shown. */
  readonly fields: readonly string[];
  readonly words: { readonly send: string; readonly busy: string; readonly done: string };
  /** The problems that need no request; null for none. */
  check(): Problems | null;
  /** @param now the moment at which these fields were first sent */
  send(form: FormData, now: Date): Promise<PortalResult<{ readonly id: string }>>;
  children(state: { readonly problems: Problems; readonly isBusy: boolean }): ReactNode;
}

/** The form of a new record that links lead to: it shows what is wrong at its fields, or else opens the record. */
export const LinkedForm = ({ slug, list, fields, words, check, send, children }: LinkedFormProps) => {
  const { closeModal } = useModal();
  const router = useRouter();
  const momentOf = useFirstMoment();
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    if (isBusy || hasUnfinishedRecipient(form)) return;
    const own = check();
    if (own) return setProblems(own);
    setIsBusy(true);
    setProblems({});
    const result = await send(form, momentOf([...form]));
    setIsBusy(false);
    if (!result.ok) return setProblems(placeProblems(result, fields));
    closeModal(slug);
    toast.success(words.done);
    router.push(`${list}/${result.output.id}`);
  };

  return (
    <Form className="portal-form" onSubmit={submit} noValidate>
      {problems[whole] && <ReasonSentence reason={problems[whole]} />}
      {children({ problems, isBusy })}
      <DialogButtons onCancel={() => closeModal(slug)}>
        <Button margin={false} type="submit" disabled={isBusy}>
          {isBusy ? words.busy : words.send}
        </Button>
      </DialogButtons>
    </Form>
  );
};
