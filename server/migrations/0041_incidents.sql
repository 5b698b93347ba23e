-- expand

-- Incidents that an operator posts on the status page, and what happened next.
create table incident (
  id uuid primary key,
  title text not null,
  started_at timestamptz not null default clock_timestamp(),
  constraint incident_title_is_bounded check (char_length(title) between 1 and 500)
);
create index incident_latest on incident (started_at desc);

create table incident_update (
  id uuid primary key,
  incident_id uuid not null references incident,
  state text not null,
  text text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint incident_update_state_is_known check (state in ('investigating', 'monitoring', 'resolved')),
  constraint incident_update_text_is_bounded check (char_length(text) between 1 and 500)
);
create index incident_update_of_incident on incident_update (incident_id, created_at);
