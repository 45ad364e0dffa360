import { usePortalTexts } from '../../../../../core/ui/react/usePortalTexts.ts';

/** All of a mail's text, with the history and the signature that the reply leaves out. Folded. */
export const WholeMail = ({ text }: { text: string | null | undefined }) => {
  const t = usePortalTexts();
  return text ? (
    <details className="portal-mail">
      <summary>{t('tickets:page:conversation:wholeMail')}</summary>
      <div className="portal-mail__text">{text}</div>
    </details>
  ) : null;
};
