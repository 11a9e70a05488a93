-- The update of 0035_recent_auth once more, for an owner that is a plain role: the policies may have hidden every row from it.
alter table access_keys no force row level security;
update access_keys set expires_at = to_char(timezone('UTC', now() + make_interval(1)), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  where kind <> 'calendar' and expires_at is null;
alter table access_keys force row level security;

-- A new password, and an administrator who signs somebody out everywhere, end keys in all households at once.
create policy own on access_keys using (larder_is_user(user_id));
create policy admin_door on access_keys using (larder_door('admin'));
