-- When the password or a passkey was last checked in this session; null: not since `created_at`.
alter table sessions add column authenticated_at timestamptz;

-- From then on the key opens nothing. Calendar links have none. Keys from before end a year from now.
alter table access_keys add column expires_at text check (length(expires_at) = 24);
update access_keys set expires_at = to_char(timezone('UTC', now() + make_interval(1)), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  where kind <> 'calendar';
