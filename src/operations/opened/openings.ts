import { z } from 'zod';
import type { OpenableName } from '../../options/collections.ts';

interface Opening {
  readonly collection: OpenableName;
  /** `new`: a record that is created needs its required fields; `change` and `answer` may leave out any. */
  readonly use: 'new' | 'change' | 'answer';
}

/** The schemas to which opened fields belong: the CMS describes these once the config is complete. */
export const openings = z.registry<Opening>();
