import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_tickets_source" AS ENUM('api', 'admin', 'email');
  CREATE TYPE "public"."enum_ticket_replies_source" AS ENUM('api', 'admin', 'email');
  CREATE TYPE "public"."enum_inbound_mails_via" AS ENUM('imap', 'http');
  CREATE TYPE "public"."enum_inbound_mails_outcome" AS ENUM('reply', 'ticket', 'bounce', 'ignored', 'held', 'failed', 'discarded');
  CREATE TYPE "public"."enum_inbound_mails_authentication" AS ENUM('pass', 'none', 'fail');
  CREATE TABLE "organizations_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"text" varchar
  );
  
  CREATE TABLE "inbound_mails" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"received_at" timestamp(3) with time zone NOT NULL,
  	"via" "enum_inbound_mails_via" NOT NULL,
  	"from" varchar,
  	"to" varchar,
  	"subject" varchar,
  	"message_id" varchar,
  	"outcome" "enum_inbound_mails_outcome",
  	"reason" varchar,
  	"ticket_id" integer,
  	"reply_id" integer,
  	"log_row_id" varchar,
  	"authentication" "enum_inbound_mails_authentication",
  	"text" varchar,
  	"connection" jsonb,
  	"digest" varchar,
  	"processed_at" timestamp(3) with time zone,
  	"settled_by_id" integer,
  	"url" varchar,
  	"thumbnail_u_r_l" varchar,
  	"filename" varchar,
  	"mime_type" varchar,
  	"filesize" numeric,
  	"width" numeric,
  	"height" numeric
  );
  
  ALTER TABLE "tickets" ADD COLUMN "source" "enum_tickets_source";
  ALTER TABLE "tickets" ADD COLUMN "mail_from" varchar;
  ALTER TABLE "tickets" ADD COLUMN "mail_text" varchar;
  ALTER TABLE "ticket_replies" ADD COLUMN "source" "enum_ticket_replies_source";
  ALTER TABLE "ticket_replies" ADD COLUMN "mail_from" varchar;
  ALTER TABLE "ticket_replies" ADD COLUMN "mail_text" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_address" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_plain_reply_to" boolean;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_host" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_port" numeric;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_secure" boolean DEFAULT true;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_user" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_password_encrypted" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_has_password" boolean;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_mailbox" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_oauth_token_url" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_oauth_client_id" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_oauth_client_secret_encrypted" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_oauth_has_client_secret" boolean;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_imap_oauth_scope" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_secret_encrypted" varchar;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_has_secret" boolean;
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_trusted_authserv_id" varchar;
  ALTER TABLE "organizations_texts" ADD CONSTRAINT "organizations_texts_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_reply_id_ticket_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."ticket_replies"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "inbound_mails" ADD CONSTRAINT "inbound_mails_settled_by_id_users_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "organizations_texts_order_parent" ON "organizations_texts" USING btree ("order","parent_id");
  CREATE INDEX "inbound_mails_received_at_idx" ON "inbound_mails" USING btree ("received_at");
  CREATE INDEX "inbound_mails_from_idx" ON "inbound_mails" USING btree ("from");
  CREATE INDEX "inbound_mails_outcome_idx" ON "inbound_mails" USING btree ("outcome");
  CREATE INDEX "inbound_mails_ticket_idx" ON "inbound_mails" USING btree ("ticket_id");
  CREATE INDEX "inbound_mails_reply_idx" ON "inbound_mails" USING btree ("reply_id");
  CREATE UNIQUE INDEX "inbound_mails_digest_idx" ON "inbound_mails" USING btree ("digest");
  CREATE INDEX "inbound_mails_settled_by_idx" ON "inbound_mails" USING btree ("settled_by_id");
  CREATE UNIQUE INDEX "inbound_mails_filename_idx" ON "inbound_mails" USING btree ("filename");`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "organizations_texts" CASCADE;
  DROP TABLE "inbound_mails" CASCADE;
  ALTER TABLE "tickets" DROP COLUMN "source";
  ALTER TABLE "tickets" DROP COLUMN "mail_from";
  ALTER TABLE "tickets" DROP COLUMN "mail_text";
  ALTER TABLE "ticket_replies" DROP COLUMN "source";
  ALTER TABLE "ticket_replies" DROP COLUMN "mail_from";
  ALTER TABLE "ticket_replies" DROP COLUMN "mail_text";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_address";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_plain_reply_to";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_host";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_port";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_secure";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_user";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_password_encrypted";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_has_password";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_mailbox";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_oauth_token_url";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_oauth_client_id";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_oauth_client_secret_encrypted";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_oauth_has_client_secret";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_imap_oauth_scope";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_secret_encrypted";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_has_secret";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_trusted_authserv_id";
  DROP TYPE "public"."enum_tickets_source";
  DROP TYPE "public"."enum_ticket_replies_source";
  DROP TYPE "public"."enum_inbound_mails_via";
  DROP TYPE "public"."enum_inbound_mails_outcome";
  DROP TYPE "public"."enum_inbound_mails_authentication";`)
}
