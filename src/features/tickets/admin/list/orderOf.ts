import type { Payload } from 'payload';
import type { Principal } from '../../../../core/access/roles.ts';
import type { PortalContext } from '../../../../core/context.ts';
import type { Order } from '../../../../core/database/listRows.ts';
import { columnOf, tableOf } from '../../../../core/database/table.ts';
import { hasField } from '../../../../core/shared/values/hasField.ts';
import { statuses } from '../../vocabulary.ts';
import type { AddedFields } from './added/fields.ts';
import { type AddedParameter, isAddedParameter } from './views/listParameters.ts';
import type { Sort, SortedColumn } from './views/ticketViews.ts';

interface Reader {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly added: AddedFields;
}

/** The order of the list, for SQL. Names are compared regardless of case; tickets without one come last, or first. */
export const orderOf = (reader: Reader, sort: Sort): Order => {
  const name = sort.replace('-', '');
  const expression = expressions[name as SortedColumn];
  return {
    column: expression ? expression(reader) : isAddedParameter(name) ? addedColumn(reader, name) : name,
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    ties: 'desc',
  };
};

const expressions: Readonly<Record<SortedColumn, (reader: Reader) => string>> = {
  subject: () => 'lower(subject)',
  // The order of the work, not of the alphabet.
  status: () => `array_position(array[${statuses.map((status) => `'${status}'`).join(', ')}], status::text)`,
  requester: (reader) => nameOf(reader, 'requester_id'),
  // Representatives do not read the names of staff, nor their order.
  assignee: (reader) => (reader.caller.spans ? nameOf(reader, 'assignee_id') : 'assignee_id'),
};

/** The column of a field of the app. Text is compared regardless of case; PostgreSQL knows the order of choices. */
const addedColumn = ({ payload, portal, added }: Reader, parameter: AddedParameter): string => {
  const name = parameter.replace('field.', '');
  const column = columnOf(payload, portal.options.slugs.tickets, name);
  const type = added.columns.find((field) => field.name === name)?.type;
  return type === 'text' || type === 'email' ? `lower(${column})` : column;
};

/** The name of a person, else the address, by the primary key. */
const nameOf = ({ payload, portal }: Reader, column: string): string => {
  const { users } = portal.options.slugs;
  const shown = hasField(payload, users, 'name') ? "coalesce(nullif(name, ''), email)" : 'email';
  return `(select lower(${shown}) from ${tableOf(payload, users)} as person where person.id = ${column})`;
};
