import * as migration_20261121_130739_initial from './20261121_130739_initial.ts';

export const migrations = [
  {
    up: migration_20261121_130739_initial.up,
    down: migration_20261121_130739_initial.down,
    name: '20261121_130739_initial'
  },
];
