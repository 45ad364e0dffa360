import type { PortalContext } from '../../../core/context.ts';
import type { TranslateText } from '../../../core/texts/text.ts';

/** The words of the portal's own types of mail, by the types as they are stored. */
type MailTypes = ReadonlyMap<string, string>;

export const mailTypesIn = ({ features }: Pick<PortalContext, 'features'>, t: TranslateText): MailTypes =>
  new Map(
    features.flatMap(({ mailTypes }) =>
      Object.entries(mailTypes ?? {}).map(([type, key]) => [type, t(key)] as const),
    ),
  );

/** A type of mail in words, with the stored one as its title. A type that no feature declares is shown as it is stored. */
export const MailType = ({ type, types }: { readonly type: string; readonly types: MailTypes }) => {
  const words = types.get(type);
  return words === undefined ? <code>{type}</code> : <span title={type}>{words}</span>;
};
