-- What the empty jars and boxes that an ingredient is kept in weigh, to weigh what is in them. A JSON array of {name, quantity, unit}.
alter table ingredients add column containers text not null default '[]';
