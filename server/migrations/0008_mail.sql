-- Messages on their way out, and when an owner wants to hear of a low balance.

-- The outbox. With a mail server configured, whoever claims a message sends it and deletes it here;
-- without, messages stay for a week to be read on the machine itself.
create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When the next try may begin. A try moves it on first, so that nobody else makes the same one
  -- while it lasts, and so that a try whose process died is made again.
  next_try_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  constraint mail_headers_are_one_line check (recipient !~ '[[:cntrl:]]' and subject !~ '[[:cntrl:]]')
);
create index mail_due on mail (next_try_at);
create index mail_created on mail (created_at);

alter table account
  -- Null for no notice.
  add column notice_below_units bigint default 20000000,
  -- Whether the balance was seen at or above that since the last notice: it must fall to be told of,
  -- so that an empty wallet of a new account is no news.
  add column notice_is_armed boolean not null default false,
  add constraint account_notice_is_positive check (notice_below_units > 0);
