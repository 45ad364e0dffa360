import { collections } from './collections.ts';
import { errors } from './errors.ts';
import { mails } from './mails.ts';
import { shared } from './shared.ts';

/** The English texts that no single feature owns. Each feature adds its own part (`texts/` in its folder). */
export const en = { collections, errors, mails, shared };
