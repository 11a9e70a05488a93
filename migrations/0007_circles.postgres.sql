-- Asked by the policies below, also by that of the table it reads: there its own door answers first.
create function larder_in_circle(circle text) returns boolean language plpgsql stable as $$
declare
  door text := coalesce(current_setting('larder.door', true), '');
  answer boolean;
begin
  perform set_config('larder.door', 'circles', true);
  select exists (select 1 from circle_members where circle_id = circle and larder_is_user(user_id)) into answer;
  perform set_config('larder.door', door, true);
  return answer;
end $$;

alter table circles enable row level security;
alter table circles force row level security;
create policy seen on circles for select using (larder_door('circles') or is_public = 1 or larder_is_user(created_by) or larder_in_circle(id));
create policy made on circles for insert with check (larder_is_user(created_by));
create policy changed on circles for update using (larder_in_circle(id));

alter table circle_members enable row level security;
alter table circle_members force row level security;
create policy seen on circle_members for select using (larder_door('circles') or larder_is_user(user_id) or larder_in_circle(circle_id));
create policy added on circle_members for insert with check (larder_is_user(user_id) or larder_in_circle(circle_id));
create policy changed on circle_members for update using (larder_is_user(user_id) or larder_in_circle(circle_id));
create policy removed on circle_members for delete using (larder_is_user(user_id) or larder_in_circle(circle_id));

alter table circle_households enable row level security;
alter table circle_households force row level security;
create policy household on circle_households using (larder_sees(household_id));
create policy seen on circle_households for select using (larder_door('circles') or larder_in_circle(circle_id));
create policy removed on circle_households for delete using (larder_in_circle(circle_id));

alter table circle_invites enable row level security;
alter table circle_invites force row level security;
create policy circle on circle_invites using (larder_in_circle(circle_id));
create policy circles_door on circle_invites for select using (larder_door('circles'));

alter table circle_asks enable row level security;
alter table circle_asks force row level security;
create policy circle on circle_asks using (larder_is_user(user_id) or larder_in_circle(circle_id));
create policy circles_door on circle_asks for select using (larder_door('circles'));

-- Names of the households that are linked to a circle.
create policy circles_door on households for select using (larder_door('circles'));
