-- expand, no transaction
-- Finds the few runs that are at work among many that wait or have ended. The previous release can run on this schema.
create index concurrently if not exists run_running on run (engine_id) where state = 'running';
