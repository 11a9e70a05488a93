-- Pictures of an import that are damaged, or for which there is no room.
alter table imports add column pictures_left_out bigint not null default 0;
