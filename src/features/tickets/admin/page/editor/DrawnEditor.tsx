import type { DefaultTypedEditorState } from '@payloadcms/richtext-lexical';
import { RenderLexical } from '@payloadcms/richtext-lexical/client';
import { RichText } from '@payloadcms/richtext-lexical/react';
import { ServerFunctionsContext, type ServerFunctionsContextType, useServerFunctions } from '@payloadcms/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { withWords } from './editor.ts';

interface DrawnEditorProps {
  /** True once the editor is drawn. */
  readonly isThere: boolean;
  /** The text that it begins with, which is shown until then. */
  readonly value: DefaultTypedEditorState | undefined;
  /** The field whose editor it is, as the CMS names it. */
  readonly schemaPath: string;
  /** Called with the text and all words that have been typed before the editor is drawn, each time that they change. */
  onBody(body: DefaultTypedEditorState): void;
}

/**
 * The rich text editor of the CMS. A function of the server draws it, which may fail: while the portal is away, and for a
 * logged-out user. It is then called again until the editor is there. A text area takes the words until then.
 */
export const DrawnEditor = ({ isThere, value, schemaPath, onBody }: DrawnEditorProps) => {
  const t = usePortalTexts();
  const { functions, hasFailed, tryNow } = useDrawing();
  return (
    <>
      {!isThere && value && <RichText className="portal-composer__text" data={value} />}
      {!isThere && (
        <textarea
          className="portal-composer__waiting"
          aria-label={t('tickets:page:answer:untilDrawn')}
          rows={2}
          onInput={({ currentTarget }) => onBody(withWords(value, currentTarget.value))}
        />
      )}
      <ServerFunctionsContext value={functions}>
        <RenderLexical
          name="body"
          label={false}
          path="portal-composer"
          schemaPath={schemaPath}
          value={value}
          setValue={() => {}}
        />
      </ServerFunctionsContext>
      {hasFailed && (
        <p className="portal-composer__missing" role="status">
          {t('tickets:page:answer:noEditor')}{' '}
          <button type="button" className="portal-link-button" onClick={tryNow}>
            {t('tickets:page:answer:tryAgain')}
          </button>
        </p>
      )}
    </>
  );
};

/** Time before a further try, in milliseconds: it doubles from the first to the last. */
const pauses = { first: 2_000, last: 30_000 };

/** The CMS's functions of the server, of which the one that draws a field is tried until it succeeds. */
const useDrawing = () => {
  const given = useServerFunctions();
  const [hasFailed, setHasFailed] = useState(false);
  const isGone = useRef(false);
  const goOn = useRef(() => {});
  useEffect(() => {
    isGone.current = false;
    // A person who was logged out comes back from the login in another tab.
    const comeBack = () => document.visibilityState === 'visible' && goOn.current();
    const connect = () => goOn.current();
    addEventListener('online', connect);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      isGone.current = true;
      removeEventListener('online', connect);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, []);

  const functions = useMemo((): ServerFunctionsContextType => {
    const draw: ServerFunctionsContextType['_internal_renderField'] = async (field) => {
      for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.last)) {
        const drawn = await given._internal_renderField(field).catch(() => null);
        if (drawn?.Field || isGone.current) {
          setHasFailed(false);
          return drawn ?? { Field: null };
        }
        setHasFailed(true);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pause);
          goOn.current = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    };
    return { ...given, _internal_renderField: draw };
  }, [given]);
  return { functions, hasFailed, tryNow: () => goOn.current() };
};
