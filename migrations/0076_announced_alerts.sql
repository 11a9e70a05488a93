-- The forecast's probability that some of the lot is wasted, in thousandths; null if there is none.
alter table alerts add column chance bigint check (chance between 0 and 1000);
-- On how many days it was sent to members, and how severe it was and which version its lot had on the last one.
alter table alerts add column announced_days bigint not null default 0;
alter table alerts add column announced_on text check (length(announced_on) = 10);
alter table alerts add column announced_severity text check (announced_severity in ('critical', 'high', 'medium', 'low'));
alter table alerts add column announced_version bigint;
