import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_users_language" AS ENUM('en', 'de');
  CREATE TYPE "public"."enum_users_notices" AS ENUM('all', 'replies', 'none');
  CREATE TYPE "public"."enum_organizations_clients_see" AS ENUM('organization', 'own');
  ALTER TABLE "users" ADD COLUMN "language" "enum_users_language";
  ALTER TABLE "users" ADD COLUMN "notices" "enum_users_notices" DEFAULT 'all';
  ALTER TABLE "organizations" ADD COLUMN "clients_see" "enum_organizations_clients_see" DEFAULT 'organization' NOT NULL;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "users" DROP COLUMN "language";
  ALTER TABLE "users" DROP COLUMN "notices";
  ALTER TABLE "organizations" DROP COLUMN "clients_see";
  DROP TYPE "public"."enum_users_language";
  DROP TYPE "public"."enum_users_notices";
  DROP TYPE "public"."enum_organizations_clients_see";`)
}
