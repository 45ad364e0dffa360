import type { en } from '../en/index.ts';
import type { TextsLike } from '../text.ts';
import { errors } from './errors.ts';
import { shared } from './shared.ts';

export const de: TextsLike<typeof en> = {
  errors,
  shared,
};
