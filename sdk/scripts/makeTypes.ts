import { writeFileSync } from 'node:fs';
import { renderTypes } from './renderTypes.ts';

/** `npm run sdk:types`, after a change of an operation's input or output. */
writeFileSync(new URL('../src/openapi.ts', import.meta.url), await renderTypes());
