-- Whoever looks after the server may lock an account: since when, or null. Its sessions end with that; whatever else it opened asks here.
alter table users add column locked_at text check (length(locked_at) = 24);
-- The page of accounts shows the newest first, and the first of all looks after the server where nobody is named.
create index users_by_age on users (created_at, id);

-- What is set on the server's own page. What the environment says goes before it.
create table server_settings (
  name text primary key,
  value text not null
);
