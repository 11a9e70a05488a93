-- A person at an OpenID Connect provider has one account here.
create unique index accounts_by_provider on accounts (provider_id, account_id) where provider_id like 'oidc:%';

-- The provider whose admin group this user was in at their last sign-in there.
alter table users add column admin_provider text;
