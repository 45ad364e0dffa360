import type { CollectionBeforeValidateHook, CollectionConfig, Field } from 'payload';
import type { PortalContext } from '../../context.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { formOf, isOfAnother, mergeForm, openedWithKey } from '../../shared/values/openedForm.ts';
import { listed, say } from '../../texts/say.ts';
import type { TextKey } from '../../texts/text.ts';
import { noteForm } from '../idempotency/respondOnce.ts';

interface SharedForm {
  /** The fields that several people may change at once: the keys of their labels, each of which ends with the field's name. */
  readonly fields: readonly TextKey[];
  /** The fields whose values are lists: two changes of one are both kept. */
  readonly lists?: readonly string[];
  /** Groups of fields that are decided on together: a change of one is refused if a colleague has changed another one. */
  readonly together?: readonly (readonly string[])[];
}

/**
 * Lets several people fill in the CMS's forms of a collection: a save keeps what others have changed while the form was open, and
 * is refused (409) if both changed the same; a form is sent by the person who opened it, and creates one record, however often it
 * is sent. Requests of programs send no such form, and are not concerned.
 */
export const withOpenedForms = (
  portal: PortalContext,
  form: SharedForm,
  collection: CollectionConfig,
): CollectionConfig => ({
  ...collection,
  hooks: {
    ...collection.hooks,
    beforeValidate: [mergeOpened(portal, form), ...(collection.hooks?.beforeValidate ?? [])],
  },
  fields: [...collection.fields, openedWith(form.fields.map(nameOf))],
});

const nameOf = (label: TextKey): string => label.slice(label.lastIndexOf(':') + 1);

/** Makes the form send the values that it was opened with. */
const openedWith = (names: readonly string[]): Field => ({
  name: 'openedWith',
  type: 'ui',
  admin: {
    disableListColumn: true,
    components: { Field: { path: 'payload-support-portal/client#OpenedWith', clientProps: { names } } },
  },
});

const mergeOpened =
  (portal: PortalContext, { fields: labels, ...rules }: SharedForm): CollectionBeforeValidateHook =>
  async ({ collection, data, operation, originalDoc, req }) => {
    if (!data || !(openedWithKey in data)) return data;
    const { [openedWithKey]: opened, ...wanted } = data;
    if (isOfAnother(opened, req.user?.id)) throw new ApiError('conflict', say('errors:ticket:otherAuthor'));
    if (operation === 'create') {
      const caller = portal.principalOf(req.user);
      const key = formOf(opened);
      if (caller && key && !(await noteForm(req, { caller, path: collection.slug, key })))
        throw new ApiError('conflict', say('errors:form:createdBefore'));
      return wanted;
    }
    const names = labels.map(nameOf);
    const change = { wanted, openedWith: opened, stored: originalDoc ?? {} };
    const { fields, conflicts } = mergeForm({ ...change, ...rules, names });
    if (conflicts.length === 0) return fields;
    const changed = labels
      .filter((label) => conflicts.includes(nameOf(label)))
      .map((label) => say('errors:form:field', { label: say(label) }));
    throw new ApiError('conflict', say('errors:form:changedFields', { fields: listed(changed, 'and') }));
  };
