import { Link } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import './Widget.css';

interface WidgetProps {
  readonly title: string;
  /** The page that shows everything. */
  readonly href: string;
  readonly link: string;
  readonly children: ReactNode;
}

/** The frame of the portal's dashboard widgets. */
export const Widget = ({ title, href, link, children }: WidgetProps) => (
  <section className="portal-widget card" aria-label={title}>
    <header>
      <h2>{title}</h2>
      <Link href={href}>{link}</Link>
    </header>
    {children}
  </section>
);
