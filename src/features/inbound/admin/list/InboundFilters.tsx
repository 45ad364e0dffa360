'use client';

import { Button, useListQuery } from '@payloadcms/ui';
import { Form, Labelled } from '../../../../core/ui/parts/form/FormParts.tsx';
import { useFilterForm } from '../../../../core/ui/react/useFilterForm.ts';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import '../../../../core/ui/parts/list/list.css';

interface InboundFiltersProps {
  /** The parameters of the address, and the open tab. */
  readonly given: Readonly<Partial<Record<string, string>>>;
  readonly names: readonly string[];
}

/** The search over messages, within the open tab. */
export const InboundFilters = ({ given, names }: InboundFiltersProps) => {
  const t = usePortalTexts();
  const { refineListData } = useListQuery();
  const { form, read, discard } = useFilterForm(given);
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  const apply = (parameters: object) =>
    void refineListData({ ...none, outcome: given.outcome, ...parameters, page: 1 } as never);

  const submit = () => {
    apply(Object.fromEntries(Object.entries(read()).filter(([, value]) => value !== '')));
  };
  const clear = () => {
    discard();
    apply({});
  };

  return (
    <search>
      <Form ref={form} className="portal-filters" onSubmit={submit}>
        <Labelled label={t('inbound:filters:sender')}>
          <input
            type="text"
            name="from"
            defaultValue={given.from ?? ''}
            placeholder={t('inbound:filters:senderHint')}
            autoComplete="off"
          />
        </Labelled>
        <Labelled label={t('inbound:filters:subject')}>
          <input
            type="text"
            name="search"
            defaultValue={given.search ?? ''}
            placeholder={t('inbound:filters:subjectHint')}
            autoComplete="off"
          />
        </Labelled>
        <div className="portal-filters__buttons">
          <Button type="submit" size="medium" margin={false}>
            {t('inbound:filters:search')}
          </Button>
          <Button size="medium" margin={false} buttonStyle="secondary" onClick={clear}>
            {t('inbound:filters:clear')}
          </Button>
        </div>
      </Form>
    </search>
  );
};
