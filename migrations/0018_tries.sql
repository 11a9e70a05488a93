-- What is limited is counted across all processes: the times of the tries that still count, under a digest of who tried what.
create table tries (
  key text primary key,
  times text not null,
  until_ms bigint not null
);
