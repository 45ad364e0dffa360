import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "email_log_purges" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"user_id" integer,
  	"before" varchar,
  	"deleted" numeric NOT NULL,
  	"created_at" timestamp(3) with time zone NOT NULL
  );
  
  ALTER TABLE "email_log_purges" ADD CONSTRAINT "email_log_purges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "email_log_purges_user_idx" ON "email_log_purges" USING btree ("user_id");
  CREATE INDEX "email_log_purges_created_at_idx" ON "email_log_purges" USING btree ("created_at");`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "email_log_purges" CASCADE;`)
}
