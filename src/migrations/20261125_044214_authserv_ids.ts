import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "portal_settings" RENAME COLUMN "inbound_trusted_authserv_id" TO "inbound_imap_trusted_authserv_id";
  ALTER TABLE "portal_settings" ADD COLUMN "inbound_http_trusted_authserv_id" varchar;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "portal_settings" RENAME COLUMN "inbound_imap_trusted_authserv_id" TO "inbound_trusted_authserv_id";
  ALTER TABLE "portal_settings" DROP COLUMN "inbound_http_trusted_authserv_id";`)
}
