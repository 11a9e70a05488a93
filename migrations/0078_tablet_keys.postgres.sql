-- A paired tablet has an access key as well.
alter table access_keys drop constraint access_keys_kind_check;
alter table access_keys add constraint access_keys_kind_check check (kind in ('read', 'write', 'calendar', 'tasks', 'tablet'));
