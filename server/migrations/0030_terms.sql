-- expand
-- When a user accepted the operator's terms, and which ones. Null for users who signed up before there were any.

alter table auth_user
  add column terms_accepted_at timestamptz,
  add column terms_url text,
  add constraint auth_user_accepts_some_terms check ((terms_accepted_at is null) = (terms_url is null));
