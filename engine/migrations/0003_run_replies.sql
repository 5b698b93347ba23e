-- expand
-- Replies of the language model to a run that has not ended, so that the next attempt need not ask again.
-- Each is sealed like the request. The previous release can run on this schema: it neither reads nor
-- writes the table, and deleting a run deletes its rows.
create table run_reply (
  run_id uuid not null references run on delete cascade,
  id bigint generated always as identity,
  sealed_reply bytea not null,
  primary key (run_id, id)
);
