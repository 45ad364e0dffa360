import * as migration_20261121_134613_initial from './20261121_134613_initial.ts';

export const migrations = [
  {
    up: migration_20261121_134613_initial.up,
    down: migration_20261121_134613_initial.down,
    name: '20261121_134613_initial'
  },
];
