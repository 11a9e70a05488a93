-- With resting and waiting; 0 if preparing and cooking is all.
alter table recipes add column total_minutes bigint not null default 0 check (total_minutes >= 0);
