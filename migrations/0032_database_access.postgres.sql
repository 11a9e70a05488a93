-- Every table has policies now, so a statement without a scope sees nothing. Two more doors:
-- `identity`: statements of the identity library and of the server's own bookkeeping (`Database.identity`). `admin`: the server's own page.
create function larder_scoped() returns boolean language sql stable parallel safe as
  $$ select coalesce(current_setting('larder.household', true), '') <> '' or coalesce(current_setting('larder.user', true), '') <> ''
    or coalesce(current_setting('larder.door', true), '') not in ('', 'archive') $$;

-- Names of people are shown beside what they did, in every scope.
alter table users enable row level security;
alter table users force row level security;
create policy names on users for select using (larder_scoped());
create policy identity_door on users using (larder_door('identity'));
create policy own on users for update using (larder_is_user(id));
create policy own_deletion on users for delete using (larder_is_user(id));
create policy admin_door on users for update using (larder_door('admin'));

-- `live`: whose streams go on is asked for a household and its members.
alter table sessions enable row level security;
alter table sessions force row level security;
create policy identity_door on sessions using (larder_door('identity'));
create policy own on sessions using (larder_is_user(user_id));
create policy session_door on sessions for select using (larder_door('session'));
create policy admin_door on sessions using (larder_door('admin'));
create policy live on sessions for select using (
  exists (select 1 from members where members.user_id = sessions.user_id and larder_sees(members.household_id))
);

alter table accounts enable row level security;
alter table accounts force row level security;
create policy identity_door on accounts using (larder_door('identity'));
create policy own on accounts using (larder_is_user(user_id));

alter table verifications enable row level security;
alter table verifications force row level security;
create policy identity_door on verifications using (larder_door('identity'));
create policy own on verifications using (larder_is_user(value));

alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy identity_door on passkeys using (larder_door('identity'));
create policy own on passkeys using (larder_is_user(user_id));

alter table two_factors enable row level security;
alter table two_factors force row level security;
create policy identity_door on two_factors using (larder_door('identity'));
create policy own on two_factors using (larder_is_user(user_id));

-- A picture is shown to whoever has its address.
alter table avatars enable row level security;
alter table avatars force row level security;
create policy pictures on avatars for select using (larder_scoped());
create policy own on avatars using (larder_is_user(user_id));

-- When a session or an access token was last used.
alter table last_seen enable row level security;
alter table last_seen force row level security;
create policy times on last_seen for select using (larder_scoped());
create policy identity_door on last_seen using (larder_door('identity'));
create policy own on last_seen for delete using (
  exists (select 1 from sessions where sessions.id = last_seen.id and larder_is_user(sessions.user_id))
);

alter table secrets enable row level security;
alter table secrets force row level security;
create policy identity_door on secrets using (larder_door('identity'));

alter table leases enable row level security;
alter table leases force row level security;
create policy identity_door on leases using (larder_door('identity'));

alter table job_runs enable row level security;
alter table job_runs force row level security;
create policy identity_door on job_runs using (larder_door('identity'));

alter table tries enable row level security;
alter table tries force row level security;
create policy identity_door on tries using (larder_door('identity'));

-- Read before anybody is known: who may sign up.
alter table server_settings enable row level security;
alter table server_settings force row level security;
create policy settings on server_settings for select using (larder_scoped());
create policy admin_door on server_settings using (larder_door('admin'));

-- What public catalogues answered about a code.
alter table lookups enable row level security;
alter table lookups force row level security;
create policy catalogue on lookups using (larder_scoped());

-- A public circle is seen by whoever looks for one, and not without a scope.
alter policy seen on circles using (
  larder_door('circles') or (is_public = 1 and larder_scoped()) or larder_is_user(created_by) or larder_in_circle(id)
);
