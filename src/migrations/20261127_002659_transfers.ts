import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_transfers_status" AS ENUM('draft', 'ready', 'expired', 'revoked');
  CREATE TYPE "public"."enum_transfers_access" AS ENUM('link', 'code', 'account');
  CREATE TYPE "public"."enum_transfers_notify" AS ENUM('first', 'every', 'none');
  CREATE TYPE "public"."enum_upload_requests_status" AS ENUM('open', 'completed', 'closed', 'expired');
  CREATE TYPE "public"."enum_upload_requests_access" AS ENUM('link', 'code', 'account');
  CREATE TYPE "public"."enum_link_activity_kind" AS ENUM('sent', 'opened', 'unlocked', 'refused', 'downloaded', 'uploaded', 'withdrawn', 'extended', 'expired', 'revoked', 'deleted');
  CREATE TABLE "transfers" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"title" varchar NOT NULL,
  	"message" varchar,
  	"status" "enum_transfers_status" DEFAULT 'draft' NOT NULL,
  	"access" "enum_transfers_access" DEFAULT 'link' NOT NULL,
  	"password_hash" varchar,
  	"max_downloads" numeric,
  	"notify" "enum_transfers_notify" DEFAULT 'first' NOT NULL,
  	"mail_type" varchar,
  	"organization_id" integer,
  	"ticket_id" integer,
  	"created_by_id" integer,
  	"sent_at" timestamp(3) with time zone,
  	"expires_at" timestamp(3) with time zone,
  	"bytes_deleted_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "upload_requests" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"title" varchar NOT NULL,
  	"message" varchar,
  	"status" "enum_upload_requests_status" DEFAULT 'open' NOT NULL,
  	"access" "enum_upload_requests_access" DEFAULT 'link' NOT NULL,
  	"password_hash" varchar,
  	"organization_id" integer,
  	"folder_id" integer,
  	"ticket_id" integer,
  	"created_by_id" integer,
  	"items" jsonb,
  	"accept" jsonb,
  	"max_files" numeric,
  	"max_bytes" numeric,
  	"reminders" boolean DEFAULT true,
  	"due_at" timestamp(3) with time zone,
  	"expires_at" timestamp(3) with time zone NOT NULL,
  	"completed_at" timestamp(3) with time zone,
  	"reminded_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "ticket_replies_mentions" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"user_id" integer,
  	"seen_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "link_activity" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"at" timestamp(3) with time zone NOT NULL,
  	"kind" "enum_link_activity_kind" NOT NULL,
  	"record_type" varchar NOT NULL,
  	"record_id" varchar NOT NULL,
  	"organization_id" integer,
  	"link_id" varchar,
  	"recipient_id" varchar,
  	"file_id" varchar,
  	"bytes" numeric,
  	"network" varchar,
  	"browser" varchar
  );
  
  ALTER TABLE "files" ALTER COLUMN "folder_id" DROP NOT NULL;
  ALTER TABLE "files" ADD COLUMN "transfer_id" integer;
  ALTER TABLE "files" ADD COLUMN "uploaded_via" jsonb;
  ALTER TABLE "files" ADD COLUMN "crc32" numeric;
  ALTER TABLE "transfers" ADD CONSTRAINT "transfers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "transfers" ADD CONSTRAINT "transfers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "transfers" ADD CONSTRAINT "transfers_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "upload_requests" ADD CONSTRAINT "upload_requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "upload_requests" ADD CONSTRAINT "upload_requests_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "upload_requests" ADD CONSTRAINT "upload_requests_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "upload_requests" ADD CONSTRAINT "upload_requests_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "ticket_replies_mentions" ADD CONSTRAINT "ticket_replies_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "ticket_replies_mentions" ADD CONSTRAINT "ticket_replies_mentions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."ticket_replies"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "link_activity" ADD CONSTRAINT "link_activity_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "transfers_organization_idx" ON "transfers" USING btree ("organization_id");
  CREATE INDEX "transfers_ticket_idx" ON "transfers" USING btree ("ticket_id");
  CREATE INDEX "transfers_created_by_idx" ON "transfers" USING btree ("created_by_id");
  CREATE INDEX "transfers_updated_at_idx" ON "transfers" USING btree ("updated_at");
  CREATE INDEX "transfers_created_at_idx" ON "transfers" USING btree ("created_at");
  CREATE INDEX "status_expiresAt_idx" ON "transfers" USING btree ("status","expires_at");
  CREATE INDEX "upload_requests_organization_idx" ON "upload_requests" USING btree ("organization_id");
  CREATE INDEX "upload_requests_folder_idx" ON "upload_requests" USING btree ("folder_id");
  CREATE INDEX "upload_requests_ticket_idx" ON "upload_requests" USING btree ("ticket_id");
  CREATE INDEX "upload_requests_created_by_idx" ON "upload_requests" USING btree ("created_by_id");
  CREATE INDEX "upload_requests_due_at_idx" ON "upload_requests" USING btree ("due_at");
  CREATE INDEX "upload_requests_updated_at_idx" ON "upload_requests" USING btree ("updated_at");
  CREATE INDEX "upload_requests_created_at_idx" ON "upload_requests" USING btree ("created_at");
  CREATE INDEX "status_expiresAt_1_idx" ON "upload_requests" USING btree ("status","expires_at");
  CREATE INDEX "ticket_replies_mentions_order_idx" ON "ticket_replies_mentions" USING btree ("_order");
  CREATE INDEX "ticket_replies_mentions_parent_id_idx" ON "ticket_replies_mentions" USING btree ("_parent_id");
  CREATE INDEX "ticket_replies_mentions_user_idx" ON "ticket_replies_mentions" USING btree ("user_id");
  CREATE INDEX "link_activity_at_idx" ON "link_activity" USING btree ("at");
  CREATE INDEX "link_activity_organization_idx" ON "link_activity" USING btree ("organization_id");
  CREATE INDEX "link_activity_recipient_id_idx" ON "link_activity" USING btree ("recipient_id");
  CREATE INDEX "recordType_recordId_at_idx" ON "link_activity" USING btree ("record_type","record_id","at");
  ALTER TABLE "files" ADD CONSTRAINT "files_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "files_transfer_idx" ON "files" USING btree ("transfer_id");`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "transfers" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "upload_requests" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "ticket_replies_mentions" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "link_activity" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "transfers" CASCADE;
  DROP TABLE "upload_requests" CASCADE;
  DROP TABLE "ticket_replies_mentions" CASCADE;
  DROP TABLE "link_activity" CASCADE;
  ALTER TABLE "files" DROP CONSTRAINT "files_transfer_id_transfers_id_fk";
  
  DROP INDEX "files_transfer_idx";
  ALTER TABLE "files" ALTER COLUMN "folder_id" SET NOT NULL;
  ALTER TABLE "files" DROP COLUMN "transfer_id";
  ALTER TABLE "files" DROP COLUMN "uploaded_via";
  ALTER TABLE "files" DROP COLUMN "crc32";
  DROP TYPE "public"."enum_transfers_status";
  DROP TYPE "public"."enum_transfers_access";
  DROP TYPE "public"."enum_transfers_notify";
  DROP TYPE "public"."enum_upload_requests_status";
  DROP TYPE "public"."enum_upload_requests_access";
  DROP TYPE "public"."enum_link_activity_kind";`)
}
