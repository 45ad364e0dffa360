import { createRequire } from 'node:module';
import { join } from 'node:path';
import { appFolder } from './bundle.ts';

export const { graphql } = createRequire(join(appFolder(), 'package.json'))(
  'graphql',
) as typeof import('graphql');
