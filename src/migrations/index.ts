import * as migration_20261121_212618_initial from './20261121_212618_initial.ts';

export const migrations = [
  {
    up: migration_20261121_212618_initial.up,
    down: migration_20261121_212618_initial.down,
    name: '20261121_212618_initial'
  },
];
