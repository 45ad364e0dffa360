import type { ServerProps } from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { personFields } from '../../people/ui.ts';
import { AskForFiles, type AskForFilesProps } from './AskForFiles.tsx';

type AskForFilesHereProps = Pick<ServerProps, 'payload' | 'user'> &
  Pick<AskForFilesProps, 'known' | 'buttonStyle'> & { readonly portal: PortalContext };

/** The button that asks for files, for a reader who may: on the dashboard, above the list of requests, beside a customer. */
export const AskForFilesHere = ({ portal, payload, user, known, buttonStyle }: AskForFilesHereProps) => {
  if (!scopesOf(portal.principalOf(user)).includes('upload-requests:write')) return null;
  const { slugs } = portal.options;
  return (
    <AskForFiles
      source={{ usersSlug: slugs.users, organizationsSlug: slugs.organizations, fields: personFields }}
      list={adminPath(payload, `/collections/${slugs.uploadRequests}`)}
      {...(known && { known })}
      {...(buttonStyle && { buttonStyle })}
    />
  );
};
