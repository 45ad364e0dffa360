import * as migration_20261121_141847_initial from './20261121_141847_initial.ts';

export const migrations = [
  {
    up: migration_20261121_141847_initial.up,
    down: migration_20261121_141847_initial.down,
    name: '20261121_141847_initial'
  },
];
