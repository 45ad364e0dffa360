import { useFormFields } from '@payloadcms/ui';
import { relationId } from '../../../../../core/shared/values/ids.ts';

/** The ticket that the open one was merged into; null for none. */
export const useMergedInto = (): number | string | null =>
  useFormFields(([fields]) => relationId(fields.mergedInto?.initialValue));
