import { type ReactNode, Suspense } from 'react';
import type { TranslateText } from '../../../texts/text.ts';
import './side.css';

interface BesideProps {
  /** Unique within the page. */
  readonly id: string;
  readonly title: string;
  /** Reads what it shows. The page does not wait for it, and shows a sentence in its place if it fails. */
  read(): Promise<ReactNode>;
  readonly t: TranslateText;
}

/** A section beside a record. Its contents appear after the page. */
export const Beside = ({ id, title, read, t }: BesideProps) => (
  <section className="field-type portal-side" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <Suspense fallback={<p className="portal-muted">{t('shared:beside:loading')}</p>}>
      <Later read={read} failure={t('shared:beside:failed')} />
    </Suspense>
  </section>
);

const Later = async ({ read, failure }: { read: BesideProps['read']; failure: string }) => {
  try {
    return await read();
  } catch {
    return <p className="portal-muted">{failure}</p>;
  }
};
