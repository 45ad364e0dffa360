import * as migration_20261121_162219_initial from './20261121_162219_initial.ts';

export const migrations = [
  {
    up: migration_20261121_162219_initial.up,
    down: migration_20261121_162219_initial.down,
    name: '20261121_162219_initial'
  },
];
