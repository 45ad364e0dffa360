import type { Field, UIFieldServerProps } from 'payload';
import type { PortalContext } from '../../context.ts';
import type { CustomerPage } from '../../feature.ts';
import { type RecordId, relationId } from '../../shared/values/ids.ts';

/** The properties of a part beside a customer's page. */
export type CustomerPartProps = UIFieldServerProps & {
  readonly portal: PortalContext;
  readonly page: CustomerPage;
};

/** The customer whom a page shows. A ticket's page shows its requester; an organization's shows no single person. */
export interface Customer {
  readonly person: RecordId | null;
  readonly organization: RecordId | null;
  /** It is null unless the page shows a ticket. */
  readonly ticket: RecordId | null;
}

/** The fields of a new record whose values are known at the place of its form. */
export interface CustomerFields {
  readonly title?: string;
  readonly organization_id?: string;
  readonly ticket_id?: string;
  /** The requester of the ticket. */
  readonly recipients?: readonly { readonly email: string; readonly name?: string }[];
}

/** @returns null for a record that is not saved yet */
export const customerOf = ({
  page,
  id,
  data,
}: Pick<CustomerPartProps, 'page' | 'id' | 'data'>): Customer | null => {
  if (id === undefined || id === null) return null;
  if (page === 'organization') return { person: null, organization: id, ticket: null };
  const organization = relationId(data?.organization);
  if (page === 'person') return { person: id, organization, ticket: null };
  return { person: relationId(data?.requester), organization, ticket: id };
};

/** The parts that features declare for the side of a customer's page. */
export const customerFields = (portal: PortalContext, page: CustomerPage): Field[] =>
  portal.features
    .flatMap((feature) => feature.customerParts ?? [])
    .filter(({ on }) => on.includes(page))
    .sort((one, other) => one.place - other.place)
    .map(({ name, component }) => ({
      name,
      type: 'ui',
      admin: {
        position: 'sidebar',
        disableListColumn: true,
        components: {
          Field: { path: `payload-support-portal/rsc#${component}`, serverProps: { portal, page } },
        },
      },
    }));
