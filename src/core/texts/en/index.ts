import { errors } from './errors.ts';
import { shared } from './shared.ts';

/** The English texts that no single feature owns. Each feature adds its own part (`texts/` in its folder). */
export const en = { errors, shared };
