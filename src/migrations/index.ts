import * as migration_20261121_154101_initial from './20261121_154101_initial.ts';

export const migrations = [
  {
    up: migration_20261121_154101_initial.up,
    down: migration_20261121_154101_initial.down,
    name: '20261121_154101_initial'
  },
];
