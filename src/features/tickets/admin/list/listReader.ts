import type { Payload, TypedUser } from 'payload';
import type { Principal } from '../../../../core/access/roles.ts';
import type { PortalContext } from '../../../../core/context.ts';
import type { TranslateText } from '../../../../core/texts/text.ts';
import type { AddedFields } from './added/fields.ts';
import type { Language } from './added/words.ts';

/** The reader of the list. */
export interface TicketListReader {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly user: TypedUser;
  readonly caller: Principal;
  readonly t: TranslateText;
  readonly i18n: Language;
  readonly added: AddedFields;
}
