-- One person per account at an OpenID Connect provider. Passwords have the user's id here, so they are unique as well.
create unique index accounts_by_provider on accounts (provider_id, account_id);

-- 1: the provider's group made this user a server admin at the last sign-in.
alter table users add column is_group_admin smallint not null default 0 check (is_group_admin in (0, 1));
