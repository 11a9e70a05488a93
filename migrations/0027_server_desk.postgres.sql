-- As before, and a locked account opens nothing.
create or replace function session_member(session_token text, household text)
returns table (session_id text, user_id text, expires_at timestamptz, role text, time_zone text)
language plpgsql stable as $$
#variable_conflict use_column
declare door text := coalesce(current_setting('larder.door', true), '');
begin
  perform set_config('larder.door', 'session', true);
  return query
    select sessions.id, sessions.user_id, sessions.expires_at, members.role, households.time_zone
    from sessions
    join users on users.id = sessions.user_id and users.locked_at is null
    left join households on households.id = household and households.deleted_at is null
    left join members on members.household_id = households.id and members.user_id = sessions.user_id
    where sessions.token = session_token;
  perform set_config('larder.door', door, true);
end $$;
