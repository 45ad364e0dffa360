import type { AppAddresses } from '../../core/feature.ts';

interface Sentences {
  readonly lead: string;
  readonly pages: string;
  readonly address: string;
  readonly reply: string;
}

/** Tells a client who logs in to the admin UI where the team is reached. The CMS fills in no values of ours. */
export const tellClient = (
  { lead, pages, address, reply }: Sentences,
  { clientPages, mail }: AppAddresses,
): string =>
  [
    lead,
    ...(clientPages === null ? [] : [pages.replace('{{url}}', () => clientPages)]),
    mail === null ? reply : address.replace('{{address}}', () => mail),
  ].join(' ');
