import { ErrorSentence } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { inWords } from '../../../core/ui/requests/portalApi.ts';
import type { UploadState } from './useUploads.ts';

/** The progress of uploads, and the reasons why others were refused. */
export const UploadStates = ({ uploads }: { readonly uploads: readonly UploadState[] }) => {
  const t = usePortalTexts();
  return uploads.map(({ name, share, isWaiting, problem }) =>
    problem === null ? (
      <span key={name} className="portal-upload">
        <progress aria-label={t('files:upload:progress', { name })} value={share} />
        {/* Said every ten percent: a reader of the screen is not interrupted at each byte. */}
        <span className="portal-muted" role="status">
          {isWaiting ? t('files:upload:waiting') : `${Math.floor(share * 10) * 10} %`}
        </span>
      </span>
    ) : (
      <ErrorSentence key={name}>
        {name}: {inWords(problem, t)}
      </ErrorSentence>
    ),
  );
};
