import * as migration_20261121_142533_initial from './20261121_142533_initial.ts';

export const migrations = [
  {
    up: migration_20261121_142533_initial.up,
    down: migration_20261121_142533_initial.down,
    name: '20261121_142533_initial'
  },
];
