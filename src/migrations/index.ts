import * as migration_20261121_121720_initial from './20261121_121720_initial.ts';

export const migrations = [
  {
    up: migration_20261121_121720_initial.up,
    down: migration_20261121_121720_initial.down,
    name: '20261121_121720_initial',
  },
];
