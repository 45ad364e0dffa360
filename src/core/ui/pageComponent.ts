import type { UIFieldServerProps } from 'payload';
import type { ReactNode } from 'react';
import { isStaff } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';

/** A component of the admin UI that renders on the server, and gets the portal: an export of the package's entry `rsc`. */
export const pageComponent = (name: string, portal: PortalContext) => ({
  path: `payload-support-portal/rsc#${name}`,
  serverProps: { portal },
});

type SettingsPartProps = UIFieldServerProps & { readonly portal: PortalContext };

/**
 * A part of Settings that renders on the server, for those who may read Settings alone: the CMS renders the fields of a page
 * for everyone in the admin UI who calls its server function, even if it keeps the page itself from them.
 */
export const settingsPart =
  (render: (props: SettingsPartProps) => Promise<ReactNode>) =>
  async (props: SettingsPartProps): Promise<ReactNode> =>
    isStaff(props.portal.principalOf(props.user)) ? render(props) : null;
