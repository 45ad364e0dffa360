import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { RenderLexical } from '@payloadcms/richtext-lexical/client';
import { Button } from '@payloadcms/ui';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { statesAfter } from '../../tickets/transitions.ts';
import type { Status } from '../../tickets/vocabulary.ts';
import { ErrorSentence } from '../shared/Messages.tsx';
import { wordsFor } from './ticketWords.ts';

export interface Answer {
  readonly body: DefaultTypedEditorState | undefined;
  readonly internal: boolean;
  /** The ticket's new status; null leaves it. */
  readonly status: Status | null;
}

interface AnswerBoxProps {
  readonly repliesSlug: string;
  readonly status: Status;
  /** Resolves to the reason of a rejection, or null. */
  onSend(answer: Answer): Promise<string | null>;
}

/** The form for a reply or an internal note, which can change the ticket's status too. */
export const AnswerBox = ({ repliesSlug, status, onSend }: AnswerBoxProps) => {
  const [internal, setInternal] = useState(false);
  const [body, setBody] = useState<DefaultTypedEditorState>();
  const latest = useRef<DefaultTypedEditorState>(undefined);
  const [next, setNext] = useState<Status | ''>('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const editor = useEditorName(internal ? 'Internal note' : 'Reply to the client');

  const take = (value: DefaultTypedEditorState | undefined) => {
    latest.current = value;
    setBody(value);
  };

  const send = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await editorSettled();
    const rejection = await onSend({ body: latest.current, internal, status: next === '' ? null : next });
    setIsBusy(false);
    setProblem(rejection);
    if (rejection !== null) return;
    take(undefined);
    setNext('');
    setSent((times) => times + 1);
  };

  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void send();
  };

  return (
    <section
      className={`portal-answer portal-answer--${internal ? 'internal' : 'reply'}`}
      aria-label="Answer"
      onKeyDownCapture={sendByKeys}
    >
      <fieldset className="portal-answer__kinds">
        <legend className="portal-hidden">Who reads it</legend>
        {kinds.map(({ label, value }) => (
          <label key={label}>
            <input
              type="radio"
              name="portal-answer-kind"
              checked={internal === value}
              onChange={() => setInternal(value)}
            />
            {label}
          </label>
        ))}
        <span className="portal-muted">
          {internal ? 'Clients never see it.' : 'The requester gets a mail.'}
        </span>
      </fieldset>
      <div ref={editor}>
        <RenderLexical
          key={sent}
          name="body"
          label={false}
          path="portal-answer"
          schemaPath={`collection.${repliesSlug}.body`}
          value={body}
          setValue={(value) => take(value as DefaultTypedEditorState)}
        />
      </div>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      <footer>
        <label>
          Then the ticket is
          <select value={next} onChange={(event) => setNext(event.target.value as Status | '')}>
            <option value="">still {wordsFor(status).toLowerCase()}</option>
            {statesAfter(status, false).map((state) => (
              <option key={state} value={state}>
                {wordsFor(state).toLowerCase()}
              </option>
            ))}
          </select>
        </label>
        <span className="portal-muted portal-answer__hint">Ctrl or ⌘ + Enter sends it</span>
        <Button margin={false} disabled={isBusy} onClick={() => void send()}>
          {isBusy ? 'Sending …' : internal ? 'Add the note' : 'Send the reply'}
        </Button>
      </footer>
    </section>
  );
};

const kinds = [
  { label: 'Reply', value: false },
  { label: 'Internal note', value: true },
] as const;

/** The editor reports its value once the browser is idle. Sending at once would lose the last letters. */
const editorSettled = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
      else setTimeout(resolve, 200);
    }, 0);
  });

/** Gives the CMS's rich text editor an accessible name. The editor appears some time after its frame. */
const useEditorName = (name: string): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const apply = () => {
      for (const editor of current.querySelectorAll('[contenteditable="true"]')) {
        if (editor.getAttribute('aria-label') !== name) editor.setAttribute('aria-label', name);
      }
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [name]);
  return frame;
};
