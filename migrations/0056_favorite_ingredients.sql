alter table ingredients add column is_favorite smallint not null default 0 check (is_favorite in (0, 1));
