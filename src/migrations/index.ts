import * as migration_20261121_121720_initial from './20261121_121720_initial.ts';
import * as migration_20261121_125811_email_log_purges from './20261121_125811_email_log_purges.ts';

export const migrations = [
  {
    up: migration_20261121_121720_initial.up,
    down: migration_20261121_121720_initial.down,
    name: '20261121_121720_initial',
  },
  {
    up: migration_20261121_125811_email_log_purges.up,
    down: migration_20261121_125811_email_log_purges.down,
    name: '20261121_125811_email_log_purges'
  },
];
