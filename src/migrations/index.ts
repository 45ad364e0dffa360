import * as migration_20261121_151952_initial from './20261121_151952_initial.ts';

export const migrations = [
  {
    up: migration_20261121_151952_initial.up,
    down: migration_20261121_151952_initial.down,
    name: '20261121_151952_initial'
  },
];
