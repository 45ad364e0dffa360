import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { RenderLexical } from '@payloadcms/richtext-lexical/client';
import { Button } from '@payloadcms/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ReasonSentence } from '../../../../core/ui/ReasonSentence.tsx';
import { RelativeTime } from '../../../../core/ui/RelativeTime.tsx';
import type { Reason } from '../../../../core/ui/reason.ts';
import { useAccessibleName } from '../../../../core/ui/useAccessibleName.ts';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';
import { useShortcuts } from '../../../../core/ui/useShortcuts.tsx';
import { withElements } from '../../../../core/ui/withElements.tsx';
import { UploadStates } from '../../../files/ui.ts';
import { fillIn, SavedReplyPicker, useSavedReplyValues } from '../../../saved-replies/ui.ts';
import { statesAfter } from '../../transitions.ts';
import type { Status } from '../../vocabulary.ts';
import { answerKey, hasText } from './draft.ts';
import { lockEditor, useFocusOfNext } from './editorState.ts';
import { insertText } from './insertText.ts';
import { useComposer } from './useComposer.ts';
import { useComposerFiles } from './useComposerFiles.ts';
import { useDraft } from './useDraft.ts';

export interface Answer {
  readonly body: DefaultTypedEditorState;
  readonly internal: boolean;
  /** The ticket's new status; null leaves it. */
  readonly status: Status | null;
  /** The same for the same draft with the same text. */
  readonly key: string;
  /** True if the next ticket is to open. */
  readonly next: boolean;
}

interface AnswerBoxProps {
  readonly repliesSlug: string;
  readonly usersSlug: string;
  readonly savedRepliesSlug: string;
  readonly filesSlug: string;
  /** The ticket's organization. */
  readonly organization: unknown;
  readonly status: Status;
  readonly ticket: number | string;
  /** The author. */
  readonly person: number | string;
  /** The newest reply of another person; null for none, undefined while it is not known. */
  readonly newest: number | string | null | undefined;
  /** Resolves to the reason of a rejection, or null. */
  onSend(answer: Answer): Promise<Reason | null>;
  /** Says whether one is writing. */
  onWriting(isWriting: boolean): void;
}

/**
 * The composer: the form for a reply or an internal note, which can change the ticket's status too. The text is kept as a
 * draft.
 */
export const AnswerBox = ({
  repliesSlug,
  usersSlug,
  savedRepliesSlug,
  filesSlug,
  organization,
  status,
  ticket,
  person,
  newest,
  onSend,
  onWriting,
}: AnswerBoxProps) => {
  const t = usePortalTexts();
  const draft = useDraft(ticket, person);
  const states = statesAfter(status, false);
  const [chosen, setNext] = useState<Status | ''>('');
  // Someone else may have changed the status since it was chosen.
  const next = states.find((state) => state === chosen) ?? '';
  const [problem, setProblem] = useState<Reason | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const busy = useRef(false);
  const box = useRef<HTMLElement>(null);
  const goesOn = useGoesOn();
  const { internal } = draft;
  const editor = useAccessibleName(
    t(internal ? 'tickets:page:answer:editorOfNote' : 'tickets:page:answer:editorOfReply'),
  );
  const arrived = useArrived(newest, draft.isWritten);
  const composer = useComposer(editor, draft.take);
  // A text or a file on its way into the composer: sending waits for it.
  const coming = useRef<Promise<unknown>>(Promise.resolve());
  const focusNext = useFocusOfNext(editor, draft.version);

  useEffect(() => onWriting(draft.isBeingWritten), [onWriting, draft.isBeingWritten]);

  const send = async (wanted: Status | null) => {
    // Two clicks send one reply.
    if (busy.current) return;
    busy.current = true;
    setIsBusy(true);
    const unlock = lockEditor(editor.current);
    const hasFocus = editor.current?.contains(document.activeElement);
    await coming.current;
    // Until the editor is there, the draft is all that is shown.
    const { body: drafted, key } = draft.latest();
    const body = composer.read() ?? drafted;
    const rejection =
      body && hasText(body)
        ? await onSend({
            body,
            internal,
            status: wanted,
            key: answerKey({ key, body, internal }),
            next: goesOn.is,
          })
        : ({ key: 'tickets:page:answer:empty' } as const);
    busy.current = false;
    setIsBusy(false);
    unlock();
    setProblem(rejection);
    if (rejection !== null) return;
    // Text typed after sending belongs to the next reply.
    if (hasFocus) focusNext();
    draft.clear();
    setNext('');
  };

  const press = (event: KeyboardEvent) => {
    // Keys of a dialog that the box has opened come here, too.
    if (!box.current?.contains(event.target as Node)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      void send(next === '' ? null : next);
    }
    // The editor would indent, and keep the focus.
    if (event.key === 'Tab' && editor.current?.contains(event.target as Node)) event.stopPropagation();
  };

  const focusEditor = (isNote: boolean) => {
    draft.setInternal(isNote);
    box.current?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
  };
  useShortcuts(t('tickets:page:answer:title'), {
    r: { says: t('tickets:page:answer:writeReply'), act: () => focusEditor(false) },
    n: { says: t('tickets:page:answer:writeNote'), act: () => focusEditor(true) },
    s: {
      says: t('tickets:page:answer:chooseStatus'),
      act: () => box.current?.querySelector('select')?.focus(),
    },
  });

  const readValues = useSavedReplyValues(usersSlug);
  const insert = async (body: string) => {
    const values = await readValues();
    if (values.ok) insertText(composer.editor.current, fillIn(body, values.output));
    else setProblem(values.message);
  };
  const files = useComposerFiles({
    filesSlug,
    ticket,
    isNote: internal,
    onRefused: () => setProblem({ key: 'tickets:page:answer:noFilesInNote' }),
    onUpload: (names) => {
      setProblem(null);
      coming.current = Promise.all([coming.current, names]).then(([, stored]) => {
        if (stored.length > 0) insertText(composer.editor.current, stored.join(', '));
      });
    },
  });

  return (
    <section
      ref={box}
      className={`portal-answer portal-answer--${internal ? 'internal' : 'reply'}`}
      aria-label={t('tickets:page:answer:title')}
      onKeyDownCapture={press}
    >
      <fieldset className="portal-answer__kinds">
        <legend className="portal-hidden">{t('tickets:page:answer:kinds')}</legend>
        {kinds.map(({ name, value }) => (
          <label key={name}>
            <input
              type="radio"
              name="portal-answer-kind"
              checked={internal === value}
              onChange={() => draft.setInternal(value)}
            />
            {t(`tickets:page:answer:kind:${name}`)}
          </label>
        ))}
        <span className="portal-muted">
          {t(internal ? 'tickets:page:answer:isInternal' : 'tickets:page:answer:getsMail')}
        </span>
        <SavedReplyPicker
          savedRepliesSlug={savedRepliesSlug}
          organization={organization}
          isDisabled={isBusy}
          onPick={(body) => {
            coming.current = Promise.all([coming.current, insert(body)]);
          }}
        />
        {draft.restoredAt && (
          <span className="portal-answer__draft" role="status">
            {withElements(t('tickets:page:answer:draftIsBack'), {
              time: <RelativeTime moment={draft.restoredAt} now={new Date()} />,
            })}{' '}
            <button type="button" className="portal-link-button" onClick={draft.clear}>
              {t('tickets:page:answer:discardDraft')}
            </button>
          </span>
        )}
      </fieldset>
      {draft.isUnkept && (
        <p className="portal-answer__arrived" role="status">
          {t('tickets:page:answer:unkept')}
        </p>
      )}
      {arrived && (
        <p className="portal-answer__arrived" role="status">
          {t('tickets:page:answer:arrived')}
        </p>
      )}
      <div ref={editor} className="portal-answer__editor" {...files.handlers}>
        <RenderLexical
          key={draft.version}
          name="body"
          label={false}
          path="portal-answer"
          schemaPath={`collection.${repliesSlug}.body`}
          value={draft.initial}
          setValue={() => {}}
        />
      </div>
      <div className="portal-answer__files" role="status">
        <UploadStates uploads={files.uploads} />
        {files.attached.length > 0 &&
          t('tickets:page:answer:attached', {
            count: files.attached.length,
            names: files.attached.join(', '),
          })}
      </div>
      {problem && <ReasonSentence reason={problem} />}
      <footer>
        <label>
          {t('tickets:page:answer:thenItIs')}
          <select value={next} onChange={(event) => setNext(event.target.value as Status | '')}>
            <option value="">
              {t('tickets:page:answer:still', { status: t(`tickets:status:${status}`) })}
            </option>
            {states.map((state) => (
              <option key={state} value={state}>
                {t(`tickets:status:${state}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={goesOn.is} onChange={(event) => goesOn.set(event.target.checked)} />
          {t('tickets:page:answer:nextOpens')}
        </label>
        <span className="portal-muted portal-answer__hint">{t('tickets:page:answer:keys')}</span>
        {!internal && next === '' && states.includes('resolved') && (
          <Button
            margin={false}
            buttonStyle="secondary"
            disabled={isBusy}
            onClick={() => void send('resolved')}
          >
            {t('tickets:page:answer:sendAndResolve')}
          </Button>
        )}
        <Button margin={false} disabled={isBusy} onClick={() => void send(next === '' ? null : next)}>
          {t(`tickets:page:answer:${isBusy ? 'sending' : internal ? 'addNote' : 'sendReply'}`)}
        </Button>
      </footer>
    </section>
  );
};

const kinds = [
  { name: 'reply', value: false },
  { name: 'note', value: true },
] as const;

/** True if someone else has replied since the user began to write. */
const useArrived = (newest: AnswerBoxProps['newest'], isWritten: boolean): boolean => {
  const atBeginning = useRef(newest);
  // The replies come later than a draft of an earlier visit.
  if (!isWritten || atBeginning.current === undefined) atBeginning.current = newest;
  return isWritten && newest !== atBeginning.current;
};

const goesOnKey = 'portal-answer-goes-on';

/** The choice to open the next ticket after sending, which the browser keeps. */
const useGoesOn = () => {
  const [is, setIs] = useState(false);
  useEffect(() => setIs(localStorage.getItem(goesOnKey) === 'yes'), []);
  return {
    is,
    set(wanted: boolean) {
      setIs(wanted);
      localStorage.setItem(goesOnKey, wanted ? 'yes' : 'no');
    },
  };
};
