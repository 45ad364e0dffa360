import * as migration_20261121_212618_initial from './20261121_212618_initial.ts';
import * as migration_20261123_015448_deliveries_are_a_queue from './20261123_015448_deliveries_are_a_queue.ts';
import * as migration_20261123_114348_mail_in from './20261123_114348_mail_in.ts';
import * as migration_20261123_152134_mail_deliveries from './20261123_152134_mail_deliveries.ts';
import * as migration_20261123_181736_workplace from './20261123_181736_workplace.ts';
import * as migration_20261124_020818_saved_replies from './20261124_020818_saved_replies.ts';
import * as migration_20261124_022850_merge from './20261124_022850_merge.ts';
import * as migration_20261124_115410_ticket_views from './20261124_115410_ticket_views.ts';
import * as migration_20261125_044214_authserv_ids from './20261125_044214_authserv_ids.ts';
import * as migration_20261125_195426_clients from './20261125_195426_clients.ts';
import * as migration_20261126_005221_followers from './20261126_005221_followers.ts';
import * as migration_20261126_193239_desk from './20261126_193239_desk.ts';
import * as migration_20261127_002659_transfers from './20261127_002659_transfers.ts';
import * as migration_20261130_195123_mail_in_senders from './20261130_195123_mail_in_senders.ts';
import * as migration_20261201_063850_webhook_events from './20261201_063850_webhook_events.ts';
import * as migration_20261201_103342_reply_side from './20261201_103342_reply_side.ts';

export const migrations = [
  {
    up: migration_20261121_212618_initial.up,
    down: migration_20261121_212618_initial.down,
    name: '20261121_212618_initial',
  },
  {
    up: migration_20261123_015448_deliveries_are_a_queue.up,
    down: migration_20261123_015448_deliveries_are_a_queue.down,
    name: '20261123_015448_deliveries_are_a_queue',
  },
  {
    up: migration_20261123_114348_mail_in.up,
    down: migration_20261123_114348_mail_in.down,
    name: '20261123_114348_mail_in',
  },
  {
    up: migration_20261123_152134_mail_deliveries.up,
    down: migration_20261123_152134_mail_deliveries.down,
    name: '20261123_152134_mail_deliveries',
  },
  {
    up: migration_20261123_181736_workplace.up,
    down: migration_20261123_181736_workplace.down,
    name: '20261123_181736_workplace',
  },
  {
    up: migration_20261124_020818_saved_replies.up,
    down: migration_20261124_020818_saved_replies.down,
    name: '20261124_020818_saved_replies',
  },
  {
    up: migration_20261124_022850_merge.up,
    down: migration_20261124_022850_merge.down,
    name: '20261124_022850_merge',
  },
  {
    up: migration_20261124_115410_ticket_views.up,
    down: migration_20261124_115410_ticket_views.down,
    name: '20261124_115410_ticket_views',
  },
  {
    up: migration_20261125_044214_authserv_ids.up,
    down: migration_20261125_044214_authserv_ids.down,
    name: '20261125_044214_authserv_ids',
  },
  {
    up: migration_20261125_195426_clients.up,
    down: migration_20261125_195426_clients.down,
    name: '20261125_195426_clients',
  },
  {
    up: migration_20261126_005221_followers.up,
    down: migration_20261126_005221_followers.down,
    name: '20261126_005221_followers',
  },
  {
    up: migration_20261126_193239_desk.up,
    down: migration_20261126_193239_desk.down,
    name: '20261126_193239_desk',
  },
  {
    up: migration_20261127_002659_transfers.up,
    down: migration_20261127_002659_transfers.down,
    name: '20261127_002659_transfers',
  },
  {
    up: migration_20261130_195123_mail_in_senders.up,
    down: migration_20261130_195123_mail_in_senders.down,
    name: '20261130_195123_mail_in_senders',
  },
  {
    up: migration_20261201_063850_webhook_events.up,
    down: migration_20261201_063850_webhook_events.down,
    name: '20261201_063850_webhook_events',
  },
  {
    up: migration_20261201_103342_reply_side.up,
    down: migration_20261201_103342_reply_side.down,
    name: '20261201_103342_reply_side'
  },
];
