import type { ServerProps } from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { personFields } from '../../people/ui.ts';
import { SendFiles, type SendFilesProps } from './SendFiles.tsx';

type SendFilesHereProps = Pick<ServerProps, 'payload' | 'user'> &
  Pick<SendFilesProps, 'known' | 'buttonStyle'> & { readonly portal: PortalContext };

/** The button that sends files, for a reader who may: on the dashboard, above the list of transfers, beside a customer. */
export const SendFilesHere = ({ portal, payload, user, known, buttonStyle }: SendFilesHereProps) => {
  if (!scopesOf(portal.principalOf(user)).includes('transfers:write')) return null;
  const { slugs } = portal.options;
  return (
    <SendFiles
      source={{ usersSlug: slugs.users, organizationsSlug: slugs.organizations, fields: personFields }}
      list={adminPath(payload, `/collections/${slugs.transfers}`)}
      {...(known && { known })}
      {...(buttonStyle && { buttonStyle })}
    />
  );
};
