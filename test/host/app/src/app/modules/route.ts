import { modules } from '../../modules';

/** The tests take their modules from here, as `next build` has made them. */
Object.assign(globalThis, { [Symbol.for('payload-support-portal.test.modules')]: modules });

export const dynamic = 'force-dynamic';

export const GET = (): Response => Response.json(Object.keys(modules));
