-- expand, no transaction
-- The tasks of an account, newest first.
create index concurrently if not exists task_of_account on task (account_id, id desc);
