-- Moves with every change of the role, so that nobody changes what they have not seen.
alter table members add column version bigint not null default 1;
