import type { TextsLike } from '../../../core/texts/text.ts';
import type { tools as en } from './en.ts';

export const tools: TextsLike<typeof en> = {
  scope: 'KI-Werkzeuge',
};
