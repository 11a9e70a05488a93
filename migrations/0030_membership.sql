-- Invite codes are longer now. The old ones lead nowhere from here on; the server makes new ones and tells the owners.
update households set invite_hash = 'ended ' || id where invite_hash not like 'gone %';
update circles set code_hash = 'ended ' || id;
update circle_invites set state = 'revoked' where state = 'open';

-- When the code last changed without anybody asking for it; null: never, or it was refreshed by hand since.
alter table households add column invite_changed_at text check (length(invite_changed_at) = 24);

-- Members who were VIEWER when they left or were removed. They return as VIEWER.
create table former_viewers (
  household_id text not null references households (id),
  user_id text not null references users (id) on delete cascade,
  left_at text not null check (length(left_at) = 24),
  primary key (household_id, user_id)
);
create index former_viewers_by_user on former_viewers (user_id);

-- A webhook ends when its maker stops being ADMIN. End those of makers who were demoted before.
delete from webhooks where not exists (
  select 1 from members where members.household_id = webhooks.household_id and members.user_id = webhooks.created_by and members.role in ('ADMIN', 'OWNER')
);
