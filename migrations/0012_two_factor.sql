-- The second step of signing in. The identity library reads and writes it; secret and recovery codes are encrypted with its key.
alter table users add column two_factor_enabled boolean;

create table two_factors (
  id text primary key,
  user_id text not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean,
  failed_verification_count integer,
  locked_until timestamptz
);
