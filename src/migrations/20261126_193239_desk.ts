import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "files" ADD COLUMN "reply_id" integer;
  ALTER TABLE "files" ADD COLUMN "internal" boolean DEFAULT false;
  ALTER TABLE "inbound_mails" ADD COLUMN "from_name" varchar;
  ALTER TABLE "files" ADD CONSTRAINT "files_reply_id_ticket_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."ticket_replies"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "files_reply_idx" ON "files" USING btree ("reply_id");`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "files" DROP CONSTRAINT "files_reply_id_ticket_replies_id_fk";
  
  DROP INDEX "files_reply_idx";
  ALTER TABLE "inbound_mails" DROP COLUMN "from_name";
  ALTER TABLE "files" DROP COLUMN "reply_id";
  ALTER TABLE "files" DROP COLUMN "internal";`)
}
