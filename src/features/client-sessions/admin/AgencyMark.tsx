import type { PortalContext } from '../../../core/context.ts';
import './AgencyMark.css';

/** The agency's logo, or its name, at the login of the admin UI. */
export const AgencyMark = ({ portal }: { readonly portal: PortalContext }) => {
  const { title, logo } = portal.options.clients.pages;
  return logo === null ? (
    <strong className="portal-agency">{title}</strong>
  ) : (
    // biome-ignore lint/performance/noImgElement: the picture is the app's own, of any size and origin
    <img className="portal-agency" src={logo} alt={title ?? ''} />
  );
};
