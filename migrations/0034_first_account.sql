-- True for the account that was created because the server had none yet, while sign-up was not open. Only one row can hold it: of several
-- sign-ups at once, in whatever process, the others fail.
alter table users add column is_first boolean check (is_first);
create unique index users_first on users (is_first);
