import { Gutter, SetStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { RequestView } from './RequestView.tsx';
import '../../../core/ui/parts/page/page.css';

type RequestPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

/** One upload request: a sentence on what is missing, its items and recipients, and its activity. */
export const RequestPage = ({ doc, payload, portal, i18n, initPageResult }: RequestPageProps) => {
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const list = adminPath(payload, `/collections/${slugs.uploadRequests}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[{ label: t('uploadRequests:collection:plural'), url: list }, { label: String(doc.title) }]}
      />
      <RequestView
        id={idText(doc.id)}
        filesList={adminPath(payload, `/collections/${slugs.files}`)}
        foldersList={adminPath(payload, `/collections/${slugs.folders}`)}
        ticketsList={adminPath(payload, `/collections/${slugs.tickets}`)}
        mayWrite={scopesOf(portal.principalOf(initPageResult.req.user)).includes('upload-requests:write')}
      />
    </Gutter>
  );
};
