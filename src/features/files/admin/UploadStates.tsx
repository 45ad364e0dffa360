import { ErrorSentence } from '../../../core/ui/Messages.tsx';
import { inWords } from '../../../core/ui/reason.ts';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';
import type { UploadState } from './useUploads.ts';

/** The progress of uploads, and why others were refused. */
export const UploadStates = ({ uploads }: { readonly uploads: readonly UploadState[] }) => {
  const t = usePortalTexts();
  return uploads.map(({ name, share, problem }) =>
    problem === null ? (
      <progress key={name} aria-label={t('files:upload:progress', { name })} value={share} />
    ) : (
      <ErrorSentence key={name}>
        {name}: {inWords(problem, t)}
      </ErrorSentence>
    ),
  );
};
