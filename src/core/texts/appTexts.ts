import { createLocalReq, type Payload } from 'payload';
import { type TranslateText, textsBy } from './text.ts';

/** The plugin's texts in the app's default language. Mails are in it: a user has no language of their own in the CMS. */
export const appTexts = async (payload: Payload): Promise<TranslateText> => {
  const { t } = await createLocalReq({}, payload);
  return textsBy(t);
};
