-- A paired tablet has an access key as well. SQLite can't change a check: a new column takes its place.
drop index access_keys_by_member;
alter table access_keys add column purpose text not null default 'read' check (purpose in ('read', 'write', 'calendar', 'tasks', 'tablet'));
update access_keys set purpose = kind;
alter table access_keys drop column kind;
alter table access_keys rename column purpose to kind;
create index access_keys_by_member on access_keys (household_id, user_id, kind);
