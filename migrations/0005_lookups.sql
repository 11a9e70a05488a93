-- What public catalogues answered about a code. Nobody's own rows: kept apart from what households entered, because such a
-- catalogue's licence (ODbL) reaches what is mixed with it.
create table lookups (
  source text not null,
  code text not null,
  -- JSON; null: the catalogue does not know the code.
  product text,
  expires_at text not null check (length(expires_at) = 24),
  primary key (source, code)
);
create index lookups_by_expiry on lookups (expires_at);
