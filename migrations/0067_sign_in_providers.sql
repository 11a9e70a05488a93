-- One person per account at an OpenID Connect provider. Passwords have the user's id here, so they are unique as well.
create unique index accounts_by_provider on accounts (provider_id, account_id);

-- The provider whose admin group this user was in at their last sign-in there.
alter table users add column admin_provider text;
