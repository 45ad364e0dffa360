import type { en } from '../en/index.ts';
import type { TextsLike } from '../text.ts';
import { collections } from './collections.ts';
import { errors } from './errors.ts';
import { mails } from './mails.ts';
import { shared } from './shared.ts';

export const de: TextsLike<typeof en> = {
  collections,
  errors,
  mails,
  shared,
};
