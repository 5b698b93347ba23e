-- expand, no transaction
-- The parts of the index of the next file that have rows at the upgrade to months, built without a lock.

create index concurrently if not exists movement_before_by_id
  on movement_before using brin (id) with (autosummarize = on);

create index concurrently if not exists movement_default_by_id
  on movement_default using brin (id) with (autosummarize = on);
