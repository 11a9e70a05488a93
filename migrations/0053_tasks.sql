-- What a program with the task list over CalDAV wrote: the resource's name, its UID, and as JSON the lines that Larder only keeps. Null for
-- rows that no such program created or changed.
alter table shopping_items add column task_name text;
alter table shopping_items add column task_uid text;
alter table shopping_items add column task text;
create unique index shopping_items_by_task on shopping_items (household_id, task_name) where task_name is not null;
create index shopping_items_by_task_uid on shopping_items (household_id, task_uid) where task_uid is not null;
