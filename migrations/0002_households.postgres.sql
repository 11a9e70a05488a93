-- A policy sees the household(s), the user or the door that the transaction was opened with (src/platform/server/database.ts).
create function larder_sees(household text) returns boolean language sql stable parallel safe as
  $$ select household = any (string_to_array(current_setting('larder.household', true), ',')) $$;

create function larder_door(door text) returns boolean language sql stable parallel safe as
  $$ select current_setting('larder.door', true) = door $$;

create function larder_is_user(id text) returns boolean language sql stable parallel safe as
  $$ select id = current_setting('larder.user', true) $$;

alter table members enable row level security;
alter table members force row level security;
create policy household on members using (larder_sees(household_id));
create policy own_memberships on members for select using (larder_is_user(user_id));
create policy session_door on members for select using (larder_door('session'));

alter table households enable row level security;
alter table households force row level security;
create policy household on households using (larder_sees(id));
create policy own_memberships on households for select using (
  exists (select 1 from members where members.household_id = households.id and larder_is_user(members.user_id))
);
create policy session_door on households for select using (larder_door('session'));
create policy invites_door on households for select using (larder_door('invites'));

alter table changes enable row level security;
alter table changes force row level security;
create policy household on changes using (larder_sees(household_id));

alter table answers enable row level security;
alter table answers force row level security;
-- Answers of person routes belong to no household, only to their user.
create policy household on answers using (larder_sees(household_id) or (household_id = '' and larder_is_user(user_id)));

-- The one look across households that every request needs, as a named function that opens its own door. The door is opened inside and
-- closed again: a function's own SET of it takes a superuser, which the owner of a rented database is not.
create function session_member(session_token text, household text)
returns table (session_id text, user_id text, expires_at timestamptz, role text, time_zone text)
language plpgsql stable as $$
#variable_conflict use_column
declare door text := coalesce(current_setting('larder.door', true), '');
begin
  perform set_config('larder.door', 'session', true);
  return query
    select sessions.id, sessions.user_id, sessions.expires_at, members.role, households.time_zone
    from sessions
    left join households on households.id = household and households.deleted_at is null
    left join members on members.household_id = households.id and members.user_id = sessions.user_id
    where sessions.token = session_token;
  perform set_config('larder.door', door, true);
end $$;
