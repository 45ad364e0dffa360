import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_email_log_purges_kind" AS ENUM('purge', 'erase');
  CREATE TYPE "public"."enum_mail_deliveries_state" AS ENUM('complained', 'bounced', 'deferred', 'delivered');
  CREATE TYPE "public"."enum_mail_deliveries_source" AS ENUM('resend', 'postmark', 'ses', 'mailgun', 'sendgrid', 'mail');
  CREATE TYPE "public"."enum_portal_settings_notifications_alerts_format" AS ENUM('json', 'slack');
  CREATE TABLE "mail_deliveries" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"at" timestamp(3) with time zone NOT NULL,
  	"email" varchar NOT NULL,
  	"recipient" varchar NOT NULL,
  	"state" "enum_mail_deliveries_state" NOT NULL,
  	"permanent" boolean,
  	"counts" boolean,
  	"source" "enum_mail_deliveries_source" NOT NULL,
  	"event_id" varchar NOT NULL,
  	"detail" varchar
  );
  
  CREATE TABLE "portal_settings_notifications_alerts" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"url" varchar NOT NULL,
  	"format" "enum_portal_settings_notifications_alerts_format" DEFAULT 'json' NOT NULL
  );
  
  ALTER TABLE "email_log_purges" ADD COLUMN "kind" "enum_email_log_purges_kind" DEFAULT 'purge' NOT NULL;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_resend_encrypted" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_has_resend" boolean;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_postmark_encrypted" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_has_postmark" boolean;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_ses_encrypted" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_has_ses" boolean;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_mailgun_encrypted" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_has_mailgun" boolean;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_sendgrid_encrypted" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "notifications_events_has_sendgrid" boolean;
  ALTER TABLE "portal_settings_notifications_alerts" ADD CONSTRAINT "portal_settings_notifications_alerts_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."portal_settings"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "mail_deliveries_email_idx" ON "mail_deliveries" USING btree ("email");
  CREATE UNIQUE INDEX "eventId_source_email_recipient_idx" ON "mail_deliveries" USING btree ("event_id","source","email","recipient");
  CREATE INDEX "recipient_at_idx" ON "mail_deliveries" USING btree ("recipient","at");
  CREATE INDEX "portal_settings_notifications_alerts_order_idx" ON "portal_settings_notifications_alerts" USING btree ("_order");
  CREATE INDEX "portal_settings_notifications_alerts_parent_id_idx" ON "portal_settings_notifications_alerts" USING btree ("_parent_id");`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "mail_deliveries" CASCADE;
  DROP TABLE "portal_settings_notifications_alerts" CASCADE;
  ALTER TABLE "email_log_purges" DROP COLUMN "kind";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_resend_encrypted";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_has_resend";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_postmark_encrypted";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_has_postmark";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_ses_encrypted";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_has_ses";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_mailgun_encrypted";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_has_mailgun";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_sendgrid_encrypted";
  ALTER TABLE "portal_settings" DROP COLUMN "notifications_events_has_sendgrid";
  DROP TYPE "public"."enum_email_log_purges_kind";
  DROP TYPE "public"."enum_mail_deliveries_state";
  DROP TYPE "public"."enum_mail_deliveries_source";
  DROP TYPE "public"."enum_portal_settings_notifications_alerts_format";`)
}
