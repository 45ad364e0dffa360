import { Gutter, SetStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import { scopesOf } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { textsBy } from '../../../core/texts/text.ts';
import { adminPath } from '../../../core/ui/adminPath.ts';
import { TransferView } from './TransferView.tsx';
import '../../../core/ui/parts/page/page.css';

type TransferPageProps = DocumentViewServerProps & { readonly portal: PortalContext };

/** One transfer: a sentence on whether it was fetched, its recipients, files, settings and activity. */
export const TransferPage = ({ doc, payload, portal, i18n, initPageResult }: TransferPageProps) => {
  const t = textsBy(i18n.t);
  const { slugs } = portal.options;
  const list = adminPath(payload, `/collections/${slugs.transfers}`);
  return (
    <Gutter className="portal-page">
      <SetStepNav
        nav={[{ label: t('transfers:collection:plural'), url: list }, { label: String(doc.title) }]}
      />
      <TransferView
        id={idText(doc.id)}
        list={list}
        filesList={adminPath(payload, `/collections/${slugs.files}`)}
        ticketsList={adminPath(payload, `/collections/${slugs.tickets}`)}
        mayWrite={scopesOf(portal.principalOf(initPageResult.req.user)).includes('transfers:write')}
      />
    </Gutter>
  );
};
