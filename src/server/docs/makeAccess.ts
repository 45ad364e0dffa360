import { writeFileSync } from 'node:fs';
import { renderAccess } from './renderAccess.ts';

/** `npm run docs:access`, after a change of an operation's callers or of a role's scopes. */
writeFileSync('docs/access.md', renderAccess());
