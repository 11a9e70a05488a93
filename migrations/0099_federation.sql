-- Links of a household with households on other servers. Each server has its own row with its own id.
create table household_links (
  household_id text not null references households (id),
  id text not null,
  -- The circle whose members' trust it extends: the link counts only while the household is in it.
  circle_id text not null,
  state text not null check (state in ('invited', 'joining', 'waiting', 'active', 'ended')),
  -- What the other household sees as this one's name, and what it calls itself.
  own_name text not null,
  peer_name text,
  peer_url text,
  peer_link_id text,
  -- Ed25519: this side's pair, the private part encrypted, and the other side's key.
  public_key text not null,
  private_key_box text not null,
  peer_key text,
  -- Of the one who invites, the hash; of the one who joins, the token itself, encrypted, until it was accepted.
  token_hash text,
  token_box text,
  expires_at text check (length(expires_at) = 24),
  created_by text not null,
  created_at text not null check (length(created_at) = 24),
  ended_at text check (length(ended_at) = 24),
  ended_by text check (ended_by in ('us', 'them', 'expired', 'refused')),
  -- When to call the other server next; null if there is nothing to say anymore.
  due_at text check (length(due_at) = 24),
  attempts bigint not null default 0,
  -- Since when there is something new to say, and when the servers last agreed.
  changed_at text not null check (length(changed_at) = 24),
  synced_at text check (length(synced_at) = 24),
  primary key (household_id, id),
  check ((state = 'ended') = (ended_at is not null))
);
-- A message names only the link.
create unique index household_links_by_id on household_links (id);
create index household_links_due on household_links (due_at) where due_at is not null;

-- What linked households share, as their servers last said. The other server's id of an item is only unique within its link.
create table linked_offers (
  household_id text not null,
  id text not null,
  link_id text not null,
  item_id text not null,
  food_name text not null,
  food_category text not null,
  milli bigint not null check (milli > 0),
  unit text not null,
  storage text not null,
  is_opened smallint not null check (is_opened in (0, 1)),
  expiration_date text,
  primary key (household_id, id),
  unique (household_id, link_id, item_id),
  foreign key (household_id, link_id) references household_links (household_id, id) on delete cascade
);

-- One side of a loan between linked households. loan_id is its name on both servers.
create table linked_loans (
  household_id text not null,
  id text not null,
  link_id text not null,
  loan_id text not null,
  side text not null check (side in ('borrower', 'lender')),
  borrower_state text not null check (borrower_state in ('asked', 'cancelled', 'returned')),
  lender_state text not null check (
    lender_state in ('open', 'accepted', 'declined', 'expired', 'cancelled', 'handed_over', 'returned', 'waived')
  ),
  -- The lender's item; lot_id only of the lender, null if a backup doesn't have it.
  item_id text not null,
  lot_id text,
  food_name text not null,
  food_category text not null,
  milli bigint not null check (milli > 0),
  unit text not null,
  expires_at text not null check (length(expires_at) = 24),
  -- Who asked, or who answered.
  user_id text,
  -- JSON: how to store what was handed over.
  food text,
  -- What the other server signed last about its part, to give back to it after a restore.
  peer_statement text,
  -- The change that moved the food here.
  moved_seq bigint,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  primary key (household_id, id),
  unique (household_id, link_id, loan_id),
  foreign key (household_id, link_id) references household_links (household_id, id) on delete cascade,
  foreign key (household_id, lot_id) references lots (household_id, id)
);
