#!/bin/sh
# The PostgreSQL image runs this once, when its volume is new. It creates two roles and the database: `larder` owns the tables (migrations and
# backups); `larder_app` owns nothing and is a member of nothing (requests). Neither is a superuser.
set -eu
psql --no-psqlrc -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner_password POSTGRES_OWNER_PASSWORD
\getenv app_password POSTGRES_APP_PASSWORD
create role larder login password :'owner_password';
create role larder_app login password :'app_password';
create database larder owner larder encoding 'UTF8' locale 'C' template template0;
revoke connect, temporary on database larder from public;
grant connect on database larder to larder_app;
SQL
