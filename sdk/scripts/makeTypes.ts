import { writeFileSync } from 'node:fs';
import { renderTypes } from './renderTypes.ts';

/** `npm run sdk:types`, after a change of what an operation takes or answers. */
writeFileSync(new URL('../src/openapi.ts', import.meta.url), await renderTypes());
