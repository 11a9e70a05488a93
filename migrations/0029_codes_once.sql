-- The last half minute whose code of the app opened a session: each counts once.
alter table two_factors add column last_period bigint;
