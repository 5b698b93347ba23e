create type account_state as enum ('active', 'frozen', 'closed');

create type charge_state as enum ('held', 'captured', 'refunded');

create type payment_state as enum ('open', 'processing', 'paid', 'expired', 'failed');

create type pot as enum ('outside', 'wallet', 'held', 'captured', 'debt');

create type task_state as enum ('submitting', 'queued', 'running', 'completed', 'failed');

create table account (
  id uuid not null,
  email text not null,
  state account_state not null default 'active'::account_state,
  created_at timestamp with time zone not null default clock_timestamp(),
  user_id uuid,
  freeze_reason text,
  notice_below_units bigint default 20000000,
  notice_is_armed boolean not null default false,
  is_operator boolean not null default false,
  mail_off text[] not null default '{}'::text[],
  statement_month date not null default ((date_trunc('month'::text, (now() AT TIME ZONE 'UTC'::text)) - '1 mon'::interval))::date,
  constraint account_closed_is_nobodys CHECK (((state <> 'closed'::account_state) OR (user_id IS NULL))),
  constraint account_email_is_folded CHECK ((email = lower(email))),
  constraint account_notice_is_positive CHECK ((notice_below_units > 0)),
  constraint account_of_operator_is_somebodys CHECK (((NOT is_operator) OR (user_id IS NOT NULL))),
  constraint account_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id),
  constraint account_pkey PRIMARY KEY (id)
);

create table account_action (
  id uuid not null,
  account_id uuid not null,
  actor text not null,
  kind text not null,
  subject text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint account_action_pkey PRIMARY KEY (id)
);

create table account_month (
  account_id uuid not null,
  month text not null,
  wallet_units bigint not null,
  held_units bigint not null,
  captured_units bigint not null,
  outside_units bigint not null,
  debt_units bigint not null,
  noted_units numeric not null,
  last_id bigint not null,
  constraint account_month_pkey PRIMARY KEY (month, account_id)
) with (fillfactor=80);

create table account_sum (
  account_id uuid not null,
  wallet_units bigint not null,
  held_units bigint not null,
  captured_units bigint not null,
  outside_units bigint not null,
  debt_units bigint not null,
  constraint account_sum_pkey PRIMARY KEY (account_id)
) with (fillfactor=80);

create table alert_due (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  data jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint alert_due_pkey PRIMARY KEY (id)
);

create table api_key (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  hash bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  day_cap_units bigint,
  month_cap_units bigint,
  tools text[],
  calls_per_minute integer,
  expires_at timestamp with time zone,
  limits_changed_at timestamp with time zone,
  client_id text,
  created_by uuid,
  constraint api_key_calls_per_minute_is_positive CHECK ((calls_per_minute > 0)),
  constraint api_key_day_cap_is_positive CHECK ((day_cap_units > 0)),
  constraint api_key_hash_is_sha256 CHECK ((octet_length(hash) = 32)),
  constraint api_key_month_cap_is_positive CHECK ((month_cap_units > 0)),
  constraint api_key_tools_has_some CHECK ((cardinality(tools) > 0)),
  constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint api_key_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth_client(client_id),
  constraint api_key_pkey PRIMARY KEY (id)
);

create table attempt (
  bucket text not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  constraint attempt_pkey PRIMARY KEY (bucket)
);

create table audit_mark (
  is_only boolean not null default true,
  until_id bigint not null,
  until_at timestamp with time zone not null,
  next_id bigint not null,
  next_at timestamp with time zone not null,
  next_xid xid8 not null,
  constraint audit_mark_is_only_check CHECK (is_only),
  constraint audit_mark_pkey PRIMARY KEY (is_only)
);

create table audit_run (
  id uuid not null,
  cause text not null,
  started_at timestamp with time zone not null,
  took_ms integer not null,
  rules integer not null,
  violation_count integer not null,
  violations jsonb not null,
  constraint audit_run_cause_is_known CHECK ((cause = ANY (ARRAY['service'::text, 'operator'::text, 'command line'::text]))),
  constraint audit_run_pkey PRIMARY KEY (id)
);

create table audit_turn (
  is_only boolean not null default true,
  next_at timestamp with time zone not null,
  constraint audit_turn_is_only_check CHECK (is_only),
  constraint audit_turn_pkey PRIMARY KEY (is_only)
);

create table auth_access_token (
  id uuid not null,
  token text not null,
  client_id text not null,
  session_id uuid,
  user_id uuid,
  reference_id uuid,
  authorization_code_id text,
  refresh_id uuid,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb not null,
  confirmation jsonb,
  revoked timestamp with time zone,
  created_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint auth_access_token_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth_client(client_id) ON DELETE CASCADE,
  constraint auth_access_token_reference_id_fkey FOREIGN KEY (reference_id) REFERENCES api_key(id),
  constraint auth_access_token_refresh_id_fkey FOREIGN KEY (refresh_id) REFERENCES auth_refresh_token(id) ON DELETE CASCADE,
  constraint auth_access_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_session(id) ON DELETE SET NULL,
  constraint auth_access_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint auth_access_token_pkey PRIMARY KEY (id)
);

create table auth_client (
  id uuid not null,
  client_id text not null,
  client_secret text,
  client_discovery_id text,
  name text,
  uri text,
  icon text,
  contacts jsonb,
  tos text,
  policy text,
  software_id text,
  software_version text,
  software_statement text,
  redirect_uris jsonb not null,
  post_logout_redirect_uris jsonb,
  backchannel_logout_uri text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method text,
  application_type text,
  jwks text,
  jwks_uri text,
  grant_types jsonb,
  response_types jsonb,
  scopes jsonb,
  client_credentials_scopes jsonb,
  subject_type text,
  require_pkce boolean,
  dpop_bound_access_tokens boolean,
  disabled boolean,
  skip_consent boolean,
  enable_end_session boolean,
  user_id uuid,
  reference_id text,
  metadata jsonb,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone,
  constraint auth_client_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE SET NULL,
  constraint auth_client_pkey PRIMARY KEY (id)
);

create table auth_client_assertion (
  id text not null,
  expires_at timestamp with time zone not null,
  constraint auth_client_assertion_pkey PRIMARY KEY (id)
);

create table auth_client_resource (
  id uuid not null,
  client_id text not null,
  resource_id text not null,
  metadata jsonb,
  created_at timestamp with time zone,
  constraint auth_client_resource_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth_client(client_id) ON DELETE CASCADE,
  constraint auth_client_resource_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES auth_resource(identifier) ON DELETE CASCADE,
  constraint auth_client_resource_pkey PRIMARY KEY (id)
);

create table auth_consent (
  id uuid not null,
  client_id text not null,
  user_id uuid,
  reference_id uuid,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb not null,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  constraint auth_consent_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth_client(client_id) ON DELETE CASCADE,
  constraint auth_consent_reference_id_fkey FOREIGN KEY (reference_id) REFERENCES api_key(id),
  constraint auth_consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint auth_consent_pkey PRIMARY KEY (id)
);

create table auth_login (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint auth_login_password_is_a_credential CHECK (((provider_id = 'credential'::text) = (password IS NOT NULL))),
  constraint auth_login_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint auth_login_pkey PRIMARY KEY (id)
);

create table auth_passkey (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp with time zone not null,
  constraint auth_passkey_name_is_bounded CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint auth_passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint auth_passkey_pkey PRIMARY KEY (id),
  constraint auth_passkey_credential_id_key UNIQUE (credential_id)
);

create table auth_refresh_token (
  id uuid not null,
  token text not null,
  client_id text not null,
  session_id uuid,
  user_id uuid not null,
  reference_id uuid,
  authorization_code_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb not null,
  confirmation jsonb,
  auth_time timestamp with time zone,
  revoked timestamp with time zone,
  rotated_at timestamp with time zone,
  rotation_replay_response text,
  rotation_replay_expires_at timestamp with time zone,
  created_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint auth_refresh_token_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth_client(client_id) ON DELETE CASCADE,
  constraint auth_refresh_token_reference_id_fkey FOREIGN KEY (reference_id) REFERENCES api_key(id),
  constraint auth_refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_session(id) ON DELETE SET NULL,
  constraint auth_refresh_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint auth_refresh_token_pkey PRIMARY KEY (id)
);

create table auth_resource (
  id uuid not null,
  identifier text not null,
  name text not null,
  access_token_ttl integer,
  refresh_token_ttl integer,
  signing_algorithm text,
  signing_key_id text,
  allowed_scopes jsonb,
  custom_claims jsonb,
  dpop_bound_access_tokens_required boolean,
  disabled boolean,
  policy_version integer,
  metadata jsonb,
  created_at timestamp with time zone,
  updated_at timestamp with time zone,
  constraint auth_resource_pkey PRIMARY KEY (id)
);

create table auth_session (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  account_id uuid,
  constraint auth_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint auth_session_works_for_a_member FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON DELETE SET NULL (account_id),
  constraint auth_session_pkey PRIMARY KEY (id)
);

create table auth_two_factor (
  id uuid not null,
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null,
  failed_verification_count integer not null default 0,
  locked_until timestamp with time zone,
  constraint auth_two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint auth_two_factor_pkey PRIMARY KEY (id)
);

create table auth_user (
  id uuid not null,
  email text not null,
  email_verified boolean not null default false,
  name text not null default ''::text,
  two_factor_enabled boolean not null default false,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  terms_accepted_at timestamp with time zone,
  terms_url text,
  constraint auth_user_accepts_some_terms CHECK (((terms_accepted_at IS NULL) = (terms_url IS NULL))),
  constraint auth_user_email_is_folded CHECK ((email = lower(email))),
  constraint auth_user_pkey PRIMARY KEY (id)
);

create table auth_verification (
  id uuid not null,
  identifier text not null,
  value text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint auth_verification_pkey PRIMARY KEY (id)
);

create table auto_recharge (
  account_id uuid not null,
  is_on boolean not null,
  below_units bigint not null,
  amount_units bigint not null,
  month_cap_units bigint not null,
  failures integer not null default 0,
  off_because text,
  cap_month date,
  cap_mail_is_due boolean not null default false,
  constraint auto_recharge_fits_its_cap CHECK ((month_cap_units >= amount_units)),
  constraint auto_recharge_lifts_the_balance CHECK (((below_units > 0) AND (amount_units >= below_units))),
  constraint auto_recharge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint auto_recharge_pkey PRIMARY KEY (account_id)
);

create table billing_details (
  user_id uuid not null,
  name text not null,
  address text not null,
  tax_id text not null,
  constraint billing_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint billing_details_pkey PRIMARY KEY (user_id)
);

create table book_month (
  month text not null,
  proven_at timestamp with time zone,
  archived_at timestamp with time zone,
  first_id uuid,
  end_id uuid,
  charges bigint,
  movements bigint,
  tasks bigint,
  constraint book_month_archive_is_counted CHECK (((archived_at IS NULL) OR ((first_id IS NOT NULL) AND (end_id IS NOT NULL) AND (charges IS NOT NULL) AND (movements IS NOT NULL) AND (tasks IS NOT NULL)))),
  constraint book_month_pkey PRIMARY KEY (month)
);

create table call_hour (
  hour timestamp with time zone not null,
  tool text not null,
  effort text not null,
  outcome text not null,
  latency_bucket smallint not null,
  calls bigint not null,
  constraint call_hour_calls_are_not_negative CHECK ((calls >= 0)),
  constraint call_hour_pkey PRIMARY KEY (hour, tool, effort, outcome, latency_bucket)
);

create table calls_counted (
  until timestamp with time zone not null,
  counted_at timestamp with time zone not null,
  constraint calls_counted_pkey PRIMARY KEY (until)
);

create table charge (
  id uuid not null,
  account_id uuid not null,
  key_id uuid,
  tool text not null,
  effort text,
  cost_units bigint not null,
  state charge_state not null default 'held'::charge_state,
  instance_id uuid,
  refund_cause text,
  created_at timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  request_id uuid,
  constraint charge_cost_is_positive CHECK ((cost_units > 0)),
  constraint charge_is_settled_or_held CHECK (((state = 'held'::charge_state) = (settled_at IS NULL))),
  constraint charge_refund_has_a_cause CHECK (((state = 'refunded'::charge_state) = (refund_cause IS NOT NULL))),
  constraint charge_pkey PRIMARY KEY (id)
) partition by RANGE (id);

create table charge_default (
  id uuid not null,
  account_id uuid not null,
  key_id uuid,
  tool text not null,
  effort text,
  cost_units bigint not null,
  state charge_state not null default 'held'::charge_state,
  instance_id uuid,
  refund_cause text,
  created_at timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  request_id uuid,
  constraint charge_cost_is_positive CHECK ((cost_units > 0)),
  constraint charge_is_settled_or_held CHECK (((state = 'held'::charge_state) = (settled_at IS NULL))),
  constraint charge_refund_has_a_cause CHECK (((state = 'refunded'::charge_state) = (refund_cause IS NOT NULL))),
  constraint charge_default_pkey PRIMARY KEY (id)
) partition DEFAULT with (fillfactor=50);

create table customer_removal (
  customer_ref text not null,
  is_test boolean not null,
  next_try_at timestamp with time zone not null default clock_timestamp(),
  constraint customer_removal_pkey PRIMARY KEY (customer_ref)
);

create table device_login (
  id uuid not null,
  hash bytea not null,
  user_code text not null,
  device_name text not null,
  network text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  next_poll_at timestamp with time zone not null default clock_timestamp(),
  key_id uuid,
  denied_at timestamp with time zone,
  constraint device_login_one_decision CHECK (((key_id IS NULL) OR (denied_at IS NULL))),
  constraint device_login_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_key(id),
  constraint device_login_pkey PRIMARY KEY (id)
);

create table email_code (
  user_id uuid not null,
  email text not null,
  hash bytea not null,
  tries_left integer not null,
  expires_at timestamp with time zone not null,
  constraint email_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint email_code_pkey PRIMARY KEY (user_id)
);

create table event (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  body text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint event_pkey PRIMARY KEY (id)
);

create table incident (
  id uuid not null,
  title text not null,
  started_at timestamp with time zone not null default clock_timestamp(),
  constraint incident_title_is_bounded CHECK (((char_length(title) >= 1) AND (char_length(title) <= 500))),
  constraint incident_pkey PRIMARY KEY (id)
);

create table incident_update (
  id uuid not null,
  incident_id uuid not null,
  state text not null,
  text text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint incident_update_state_is_known CHECK ((state = ANY (ARRAY['investigating'::text, 'monitoring'::text, 'resolved'::text]))),
  constraint incident_update_text_is_bounded CHECK (((char_length(text) >= 1) AND (char_length(text) <= 500))),
  constraint incident_update_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incident(id),
  constraint incident_update_pkey PRIMARY KEY (id)
);

create table instance (
  id uuid not null,
  started_at timestamp with time zone not null default clock_timestamp(),
  lease_until timestamp with time zone not null,
  costs_money boolean not null default false,
  renewed_since timestamp with time zone not null default clock_timestamp(),
  lease_length_ms bigint,
  url text,
  secret_tag bytea,
  constraint instance_pkey PRIMARY KEY (id)
);

create table invitation (
  id uuid not null,
  account_id uuid not null,
  email text not null,
  role text not null,
  hash bytea not null,
  invited_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  constraint invitation_email_is_folded CHECK ((email = lower(email))),
  constraint invitation_role_is_known CHECK ((role = ANY (ARRAY['developer'::text, 'viewer'::text]))),
  constraint invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint invitation_pkey PRIMARY KEY (id)
);

create table key_spending (
  key_id uuid not null,
  day date not null,
  day_units bigint not null default 0,
  month date not null,
  month_units bigint not null default 0,
  minute timestamp with time zone not null,
  minute_calls integer not null default 0,
  day_told date,
  month_told date,
  constraint key_spending_is_not_negative CHECK (((day_units >= 0) AND (month_units >= 0))),
  constraint key_spending_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_key(id),
  constraint key_spending_pkey PRIMARY KEY (key_id)
) with (fillfactor=50);

create table known_device (
  user_id uuid not null,
  hash bytea not null,
  seen_at timestamp with time zone not null default clock_timestamp(),
  constraint known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint known_device_pkey PRIMARY KEY (user_id, hash)
);

create table mail (
  id uuid not null,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  next_try_at timestamp with time zone not null default clock_timestamp(),
  tries integer not null default 0,
  constraint mail_headers_are_one_line CHECK (((recipient !~ '[[:cntrl:]]'::text) AND (subject !~ '[[:cntrl:]]'::text))),
  constraint mail_pkey PRIMARY KEY (id)
);

create table membership (
  account_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint membership_role_is_known CHECK ((role = ANY (ARRAY['developer'::text, 'viewer'::text]))),
  constraint membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_user(id) ON DELETE CASCADE,
  constraint membership_pkey PRIMARY KEY (account_id, user_id)
);

create table migration (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table movement (
  id bigint generated always as identity not null,
  account_id uuid not null,
  source pot not null,
  target pot not null,
  units bigint not null,
  balance_units bigint,
  charge_id uuid,
  reason text,
  reference text,
  created_at timestamp with time zone not null,
  payment_id uuid,
  action_id uuid,
  constraint movement_changes_pot CHECK ((source <> target)),
  constraint movement_from_outside_has_a_reason CHECK ((((source = 'outside'::pot) OR (target = 'outside'::pot)) = (reason IS NOT NULL))),
  constraint movement_from_outside_has_a_reference CHECK (((source = 'outside'::pot) = (reference IS NOT NULL))),
  constraint movement_inside_has_a_charge CHECK ((((source = ANY (ARRAY['wallet'::pot, 'held'::pot, 'captured'::pot])) AND (target = ANY (ARRAY['wallet'::pot, 'held'::pot, 'captured'::pot]))) = (charge_id IS NOT NULL))),
  constraint movement_knows_the_balance CHECK ((((source = 'wallet'::pot) OR (target = 'wallet'::pot)) = (balance_units IS NOT NULL))),
  constraint movement_units_are_positive CHECK ((units > 0))
) partition by RANGE (charge_id);

create table movement_default (
  id bigint generated always as identity not null,
  account_id uuid not null,
  source pot not null,
  target pot not null,
  units bigint not null,
  balance_units bigint,
  charge_id uuid,
  reason text,
  reference text,
  created_at timestamp with time zone not null,
  payment_id uuid,
  action_id uuid,
  constraint movement_changes_pot CHECK ((source <> target)),
  constraint movement_from_outside_has_a_reason CHECK ((((source = 'outside'::pot) OR (target = 'outside'::pot)) = (reason IS NOT NULL))),
  constraint movement_from_outside_has_a_reference CHECK (((source = 'outside'::pot) = (reference IS NOT NULL))),
  constraint movement_inside_has_a_charge CHECK ((((source = ANY (ARRAY['wallet'::pot, 'held'::pot, 'captured'::pot])) AND (target = ANY (ARRAY['wallet'::pot, 'held'::pot, 'captured'::pot]))) = (charge_id IS NOT NULL))),
  constraint movement_knows_the_balance CHECK ((((source = 'wallet'::pot) OR (target = 'wallet'::pot)) = (balance_units IS NOT NULL))),
  constraint movement_units_are_positive CHECK ((units > 0))
) partition DEFAULT;

create table notice_due (
  account_id uuid not null,
  constraint notice_due_pkey PRIMARY KEY (account_id)
);

create table open_charge (
  charge_id uuid not null,
  account_id uuid not null,
  instance_id uuid,
  cost_units bigint not null,
  created_at timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  captured_at timestamp with time zone,
  constraint open_charge_pkey PRIMARY KEY (charge_id)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=10000, autovacuum_vacuum_insert_threshold=-1, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=50000);

create table operator_action (
  id uuid not null,
  kind text not null,
  operator_account_id uuid,
  operator text not null,
  account_id uuid,
  subject text,
  units bigint,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint operator_action_has_a_reason CHECK ((reason <> ''::text)),
  constraint operator_action_kind_is_known CHECK ((kind = ANY (ARRAY['credit'::text, 'debit'::text, 'freeze'::text, 'unfreeze'::text, 'revoke_key'::text, 'check_payment'::text, 'run_audit'::text, 'grant_operator'::text, 'withdraw_operator'::text]))),
  constraint operator_action_moves_what_it_says CHECK (
CASE kind
    WHEN 'credit'::text THEN COALESCE((units > 0), false)
    WHEN 'debit'::text THEN COALESCE((units < 0), false)
    ELSE (units IS NULL)
END),
  constraint operator_action_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint operator_action_operator_account_id_fkey FOREIGN KEY (operator_account_id) REFERENCES account(id),
  constraint operator_action_pkey PRIMARY KEY (id)
);

create table payment (
  id uuid not null,
  account_id uuid not null,
  provider text not null,
  is_test boolean not null,
  state payment_state not null default 'open'::payment_state,
  version bigint not null default 0,
  asked_units bigint not null,
  credited_units bigint not null default 0,
  refunded_units bigint not null default 0,
  disputed_units bigint not null default 0,
  has_open_dispute boolean not null default false,
  has_stray_money boolean not null default false,
  session_ref text,
  intent_ref text,
  url text,
  receipt_number bigint,
  created_at timestamp with time zone not null default clock_timestamp(),
  checked_at timestamp with time zone,
  paid_at timestamp with time zone,
  receipt_series bigint,
  receipt_index bigint,
  seller jsonb,
  buyer jsonb,
  receipt_is_due boolean not null default false,
  saves_card boolean not null default false,
  is_automatic boolean not null default false,
  customer_ref text,
  method_ref text,
  failure text,
  failure_is_due boolean not null default false,
  month_cap_units bigint,
  constraint payment_asks_for_something CHECK ((asked_units > 0)),
  constraint payment_automatic_has_a_card CHECK (((NOT is_automatic) OR ((provider = 'stripe'::text) AND (customer_ref IS NOT NULL) AND (method_ref IS NOT NULL)))),
  constraint payment_goes_back_only_when_paid CHECK (((state = 'paid'::payment_state) OR ((refunded_units = 0) AND (disputed_units = 0) AND (NOT has_open_dispute)))),
  constraint payment_is_paid_when_credited CHECK ((((state = 'paid'::payment_state) = (credited_units > 0)) AND ((state = 'paid'::payment_state) = (receipt_number IS NOT NULL)) AND ((state = 'paid'::payment_state) = (paid_at IS NOT NULL)))),
  constraint payment_provider_is_known CHECK ((provider = ANY (ARRAY['stripe'::text, 'test'::text]))),
  constraint payment_receipt_is_in_a_series CHECK (((receipt_series IS NULL) = (receipt_index IS NULL))),
  constraint payment_units_are_not_negative CHECK (((credited_units >= 0) AND (refunded_units >= 0) AND (disputed_units >= 0))),
  constraint payment_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint payment_pkey PRIMARY KEY (id)
);

create table payment_cursor (
  mode text not null,
  read_until timestamp with time zone not null,
  claimed_until timestamp with time zone not null,
  constraint payment_cursor_pkey PRIMARY KEY (mode)
);

create table payment_subject (
  mode text not null,
  subject text not null,
  failed_at timestamp with time zone not null default clock_timestamp(),
  tried_at timestamp with time zone not null default clock_timestamp(),
  constraint payment_subject_pkey PRIMARY KEY (mode, subject)
);

create table receipt_series (
  account_id uuid not null,
  series bigint generated always as identity not null,
  last_number bigint not null,
  constraint receipt_series_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint receipt_series_pkey PRIMARY KEY (account_id),
  constraint receipt_series_series_key UNIQUE (series)
);

create table recharge_due (
  account_id uuid not null,
  due_at timestamp with time zone not null default clock_timestamp(),
  constraint recharge_due_pkey PRIMARY KEY (account_id)
);

create table request_name (
  account_id uuid not null,
  request_id uuid not null,
  charge_id uuid not null,
  constraint request_name_pkey PRIMARY KEY (account_id, request_id)
);

create table saved_card (
  account_id uuid not null,
  customer_ref text not null,
  method_ref text not null,
  is_test boolean not null,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  constraint saved_card_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint saved_card_pkey PRIMARY KEY (account_id),
  constraint saved_card_customer_ref_key UNIQUE (customer_ref)
);

create table schema_change (
  name text not null,
  kind text not null,
  needs text,
  applied_at timestamp with time zone not null default clock_timestamp(),
  constraint schema_change_kind_check CHECK ((kind = ANY (ARRAY['expand'::text, 'contract'::text]))),
  constraint schema_change_pkey PRIMARY KEY (name)
);

create table shared_report (
  id uuid not null,
  account_id uuid not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null default (clock_timestamp() + '24:00:00'::interval),
  constraint shared_report_is_bounded CHECK (((octet_length(sealed) >= 28) AND (octet_length(sealed) <= 262144))),
  constraint shared_report_is_short_lived CHECK ((expires_at <= (created_at + '24:00:01'::interval))),
  constraint shared_report_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint shared_report_pkey PRIMARY KEY (id)
);

create table sweep_pause (
  is_only boolean not null default true,
  paused_at timestamp with time zone not null,
  paused_until timestamp with time zone not null,
  charges integer not null,
  units bigint not null,
  constraint sweep_pause_is_only_check CHECK (is_only),
  constraint sweep_pause_pkey PRIMARY KEY (is_only)
);

create table task (
  id uuid not null,
  account_id uuid not null,
  state task_state not null default 'submitting'::task_state,
  upstream_id integer,
  remote_id text,
  structured boolean not null,
  expires_at timestamp with time zone not null,
  next_look_at timestamp with time zone,
  looks integer not null default 0,
  result_seen boolean not null default false,
  missing_count integer not null default 0,
  missing_since timestamp with time zone,
  ended_at timestamp with time zone,
  constraint task_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint task_upstream_id_fkey FOREIGN KEY (upstream_id) REFERENCES upstream(id) ON DELETE SET NULL,
  constraint task_pkey PRIMARY KEY (id)
) with (fillfactor=80);

create table upstream (
  id integer generated always as identity not null,
  url text not null,
  api_key text,
  configured_at timestamp with time zone not null default clock_timestamp(),
  sealed_key bytea,
  constraint upstream_pkey PRIMARY KEY (id),
  constraint upstream_url_key UNIQUE (url)
);

create table wallet (
  account_id uuid not null,
  balance_units bigint not null default 0,
  debt_units bigint not null default 0,
  refunds_in_window integer not null default 0,
  refund_window_ends_at timestamp with time zone,
  notice_below_units bigint default 20000000,
  recharge_below_units bigint,
  constraint wallet_balance_is_in_range CHECK (((balance_units >= 0) AND (balance_units <= '9007199254740991'::bigint))),
  constraint wallet_debt_is_in_range CHECK (((debt_units >= 0) AND (debt_units <= '9007199254740991'::bigint))),
  constraint wallet_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint wallet_pkey PRIMARY KEY (account_id)
) with (fillfactor=50);

create table webhook_delivery (
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  kind text not null,
  body text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  next_try_at timestamp with time zone default clock_timestamp(),
  give_up_at timestamp with time zone not null default (clock_timestamp() + '24:00:00'::interval),
  tries integer not null default 0,
  delivered_at timestamp with time zone,
  last_status integer,
  last_fault text,
  constraint webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON DELETE CASCADE,
  constraint webhook_delivery_pkey PRIMARY KEY (id)
) with (fillfactor=80);

create table webhook_endpoint (
  id uuid not null,
  account_id uuid not null,
  url text not null,
  events text[] not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_until timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  disabled_at timestamp with time zone,
  disabled_because text,
  constraint webhook_endpoint_has_events CHECK ((cardinality(events) > 0)),
  constraint webhook_endpoint_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint webhook_endpoint_pkey PRIMARY KEY (id)
);

create table welcome_due (
  account_id uuid not null,
  constraint welcome_due_pkey PRIMARY KEY (account_id)
);

create table welcomed_address (
  hash bytea not null,
  constraint welcomed_address_pkey PRIMARY KEY (hash)
);

CREATE INDEX account_action_created ON public.account_action USING btree (created_at);

CREATE INDEX account_action_latest ON public.account_action USING btree (account_id, id DESC);

CREATE UNIQUE INDEX account_email ON public.account USING btree (email);

CREATE INDEX account_statement_month ON public.account USING btree (statement_month) WHERE (state <> 'closed'::account_state);

CREATE UNIQUE INDEX account_user ON public.account USING btree (user_id);

CREATE UNIQUE INDEX api_key_active_name ON public.api_key USING btree (account_id, name) WHERE (revoked_at IS NULL);

CREATE INDEX api_key_client ON public.api_key USING btree (client_id) WHERE (client_id IS NOT NULL);

CREATE UNIQUE INDEX api_key_grant ON public.api_key USING btree (account_id, client_id) WHERE ((client_id IS NOT NULL) AND (revoked_at IS NULL));

CREATE UNIQUE INDEX api_key_hash ON public.api_key USING btree (hash);

CREATE INDEX api_key_limits_changed ON public.api_key USING btree (limits_changed_at) WHERE (limits_changed_at IS NOT NULL);

CREATE INDEX api_key_revoked ON public.api_key USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE INDEX attempt_end ON public.attempt USING btree (ends_at);

CREATE INDEX audit_run_latest ON public.audit_run USING btree (started_at DESC, id DESC);

CREATE INDEX auth_access_token_expiry ON public.auth_access_token USING btree (expires_at);

CREATE INDEX auth_access_token_of_code ON public.auth_access_token USING btree (authorization_code_id);

CREATE INDEX auth_access_token_of_grant ON public.auth_access_token USING btree (reference_id);

CREATE INDEX auth_access_token_of_refresh ON public.auth_access_token USING btree (refresh_id);

CREATE INDEX auth_access_token_of_session ON public.auth_access_token USING btree (session_id);

CREATE INDEX auth_access_token_of_user ON public.auth_access_token USING btree (user_id);

CREATE UNIQUE INDEX auth_access_token_token ON public.auth_access_token USING btree (token);

CREATE UNIQUE INDEX auth_client_resource_pair ON public.auth_client_resource USING btree (client_id, resource_id);

CREATE UNIQUE INDEX auth_client_client_id ON public.auth_client USING btree (client_id);

CREATE INDEX auth_client_created ON public.auth_client USING btree (created_at);

CREATE INDEX auth_consent_of_grant ON public.auth_consent USING btree (reference_id);

CREATE INDEX auth_consent_of_user ON public.auth_consent USING btree (user_id);

CREATE UNIQUE INDEX auth_login_identity ON public.auth_login USING btree (provider_id, account_id);

CREATE INDEX auth_login_of_user ON public.auth_login USING btree (user_id);

CREATE INDEX auth_passkey_of_user ON public.auth_passkey USING btree (user_id);

CREATE INDEX auth_refresh_token_expiry ON public.auth_refresh_token USING btree (expires_at);

CREATE INDEX auth_refresh_token_of_code ON public.auth_refresh_token USING btree (authorization_code_id);

CREATE INDEX auth_refresh_token_of_grant ON public.auth_refresh_token USING btree (reference_id);

CREATE INDEX auth_refresh_token_of_session ON public.auth_refresh_token USING btree (session_id);

CREATE INDEX auth_refresh_token_of_user ON public.auth_refresh_token USING btree (user_id);

CREATE UNIQUE INDEX auth_refresh_token_token ON public.auth_refresh_token USING btree (token);

CREATE UNIQUE INDEX auth_resource_identifier ON public.auth_resource USING btree (identifier);

CREATE INDEX auth_session_expiry ON public.auth_session USING btree (expires_at);

CREATE INDEX auth_session_of_member ON public.auth_session USING btree (account_id, user_id) WHERE (account_id IS NOT NULL);

CREATE INDEX auth_session_of_user ON public.auth_session USING btree (user_id);

CREATE UNIQUE INDEX auth_session_token ON public.auth_session USING btree (token);

CREATE UNIQUE INDEX auth_two_factor_of_user ON public.auth_two_factor USING btree (user_id);

CREATE UNIQUE INDEX auth_user_email ON public.auth_user USING btree (email);

CREATE INDEX auth_verification_expiry ON public.auth_verification USING btree (expires_at);

CREATE INDEX auth_verification_identifier ON public.auth_verification USING btree (identifier);

CREATE INDEX auto_recharge_cap_mail ON public.auto_recharge USING btree (account_id) WHERE cap_mail_is_due;

CREATE INDEX charge_default_account_id_created_at_id_idx ON public.charge_default USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX charge_default_settled_at_idx ON public.charge_default USING brin (settled_at) WITH (autosummarize='on');

CREATE INDEX charge_settled ON ONLY public.charge USING brin (settled_at) WITH (autosummarize='on');

CREATE INDEX charge_usage ON ONLY public.charge USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX device_login_expiry ON public.device_login USING btree (expires_at);

CREATE UNIQUE INDEX device_login_hash ON public.device_login USING btree (hash);

CREATE INDEX device_login_key ON public.device_login USING btree (key_id) WHERE (key_id IS NOT NULL);

CREATE UNIQUE INDEX device_login_user_code ON public.device_login USING btree (user_code);

CREATE INDEX event_account ON public.event USING btree (account_id, id DESC);

CREATE INDEX event_created ON public.event USING btree (created_at);

CREATE INDEX incident_update_of_incident ON public.incident_update USING btree (incident_id, created_at);

CREATE INDEX incident_latest ON public.incident USING btree (started_at DESC);

CREATE INDEX invitation_expiry ON public.invitation USING btree (expires_at);

CREATE UNIQUE INDEX invitation_hash ON public.invitation USING btree (hash);

CREATE UNIQUE INDEX invitation_of_email ON public.invitation USING btree (account_id, email);

CREATE INDEX known_device_seen ON public.known_device USING btree (seen_at);

CREATE INDEX mail_created ON public.mail USING btree (created_at);

CREATE INDEX mail_due ON public.mail USING btree (next_try_at);

CREATE INDEX membership_of_user ON public.membership USING btree (user_id);

CREATE INDEX movement_default_account_id_id_idx ON public.movement_default USING btree (account_id, id) WHERE ((target = 'wallet'::pot) OR (charge_id IS NULL));

CREATE INDEX movement_default_by_id ON public.movement_default USING brin (id) WITH (autosummarize='on');

CREATE UNIQUE INDEX movement_default_charge_id_source_target_idx ON public.movement_default USING btree (charge_id, source, target) WHERE (charge_id IS NOT NULL);

CREATE UNIQUE INDEX movement_once_per_action ON public.movement_default USING btree (action_id) WHERE (action_id IS NOT NULL);

CREATE UNIQUE INDEX movement_once_per_reference ON public.movement_default USING btree (reference) WHERE (reference IS NOT NULL);

CREATE INDEX movement_by_id ON ONLY public.movement USING brin (id) WITH (autosummarize='on');

CREATE INDEX movement_of_account ON ONLY public.movement USING btree (account_id, id) WHERE ((target = 'wallet'::pot) OR (charge_id IS NULL));

CREATE UNIQUE INDEX movement_once_per_charge ON ONLY public.movement USING btree (charge_id, source, target) WHERE (charge_id IS NOT NULL);

CREATE INDEX open_charge_of_instance ON public.open_charge USING btree (instance_id, deadline_at);

CREATE INDEX operator_action_latest ON public.operator_action USING btree (created_at DESC, id DESC);

CREATE INDEX operator_action_of_account ON public.operator_action USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX payment_automatic_of_account ON public.payment USING btree (account_id, created_at) WHERE is_automatic;

CREATE INDEX payment_automatic_to_check ON public.payment USING btree (checked_at NULLS FIRST) WHERE (is_automatic AND (state = ANY (ARRAY['open'::payment_state, 'processing'::payment_state, 'paid'::payment_state])));

CREATE UNIQUE INDEX payment_automatic_under_way ON public.payment USING btree (account_id) WHERE (is_automatic AND (state = ANY (ARRAY['open'::payment_state, 'processing'::payment_state])));

CREATE INDEX payment_failure_due ON public.payment USING btree (id) WHERE failure_is_due;

CREATE INDEX payment_in_dispute ON public.payment USING btree (account_id) WHERE has_open_dispute;

CREATE UNIQUE INDEX payment_intent ON public.payment USING btree (intent_ref) WHERE (intent_ref IS NOT NULL);

CREATE INDEX payment_latest ON public.payment USING btree (created_at DESC, id DESC);

CREATE INDEX payment_of_account ON public.payment USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX payment_of_tests ON public.payment USING btree (account_id) WHERE (is_test AND (credited_units > 0));

CREATE INDEX payment_receipt_due ON public.payment USING btree (id) WHERE receipt_is_due;

CREATE UNIQUE INDEX payment_receipt_in_series ON public.payment USING btree (receipt_series, receipt_index) WHERE (receipt_series IS NOT NULL);

CREATE UNIQUE INDEX payment_receipt_number ON public.payment USING btree (receipt_number) WHERE (receipt_number IS NOT NULL);

CREATE UNIQUE INDEX payment_session ON public.payment USING btree (session_ref) WHERE (session_ref IS NOT NULL);

CREATE INDEX payment_to_check ON public.payment USING btree (checked_at NULLS FIRST) WHERE ((provider = 'stripe'::text) AND (session_ref IS NOT NULL) AND ((state = ANY (ARRAY['open'::payment_state, 'processing'::payment_state, 'paid'::payment_state])) OR has_stray_money));

CREATE INDEX payment_under_way ON public.payment USING btree (account_id) WHERE (state = ANY (ARRAY['open'::payment_state, 'processing'::payment_state]));

CREATE INDEX recharge_due_at ON public.recharge_due USING btree (due_at);

CREATE INDEX request_name_charge ON public.request_name USING brin (charge_id) WITH (autosummarize='on');

CREATE INDEX shared_report_account ON public.shared_report USING btree (account_id, created_at);

CREATE INDEX shared_report_expiry ON public.shared_report USING btree (expires_at);

CREATE INDEX task_due ON public.task USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);

CREATE INDEX task_of_account ON public.task USING btree (account_id, id DESC);

CREATE INDEX wallet_in_debt ON public.wallet USING btree (account_id) WHERE (debt_units > 0);

CREATE INDEX webhook_delivery_endpoint ON public.webhook_delivery USING btree (endpoint_id, id DESC);

CREATE INDEX webhook_delivery_open ON public.webhook_delivery USING btree (endpoint_id, next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE INDEX webhook_endpoint_account ON public.webhook_endpoint USING btree (account_id);

CREATE TRIGGER account_action_is_not_changed BEFORE UPDATE ON public.account_action FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER account_copies_notice_mark AFTER UPDATE OF notice_below_units ON public.account FOR EACH ROW WHEN ((old.notice_below_units IS DISTINCT FROM new.notice_below_units)) EXECUTE FUNCTION copy_notice_mark();

CREATE TRIGGER account_is_kept BEFORE DELETE ON public.account FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER api_key_ends_grant AFTER UPDATE OF revoked_at ON public.api_key FOR EACH ROW WHEN (((new.client_id IS NOT NULL) AND (old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION end_grant();

CREATE TRIGGER api_key_is_kept BEFORE DELETE ON public.api_key FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER auth_user_ends_sessions_of_one_factor AFTER UPDATE OF two_factor_enabled ON public.auth_user FOR EACH ROW WHEN ((new.two_factor_enabled AND (NOT old.two_factor_enabled))) EXECUTE FUNCTION end_sessions_of_one_factor();

CREATE TRIGGER automatic_payment_credited AFTER UPDATE OF credited_units ON public.payment FOR EACH ROW WHEN ((new.is_automatic AND (old.credited_units = 0) AND (new.credited_units > 0))) EXECUTE FUNCTION note_automatic_recharge();

CREATE TRIGGER automatic_payment_failed BEFORE UPDATE OF state ON public.payment FOR EACH ROW WHEN ((new.is_automatic AND (new.state = 'failed'::payment_state) AND (old.state <> 'failed'::payment_state))) EXECUTE FUNCTION note_failed_recharge();

CREATE TRIGGER charge_is_kept BEFORE DELETE ON public.charge FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER charge_is_kept BEFORE DELETE ON public.charge_default FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER charge_is_not_truncated BEFORE TRUNCATE ON public.charge FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER charge_is_not_truncated BEFORE TRUNCATE ON public.charge_default FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER closure_ends_auto_recharge AFTER UPDATE OF state ON public.account FOR EACH ROW WHEN (((new.state = 'closed'::account_state) AND (old.state <> 'closed'::account_state))) EXECUTE FUNCTION end_auto_recharge();

CREATE TRIGGER closure_ends_team AFTER UPDATE OF state ON public.account FOR EACH ROW WHEN (((new.state = 'closed'::account_state) AND (old.state <> 'closed'::account_state))) EXECUTE FUNCTION end_team();

CREATE TRIGGER closure_ends_webhooks AFTER UPDATE OF state ON public.account FOR EACH ROW WHEN (((new.state = 'closed'::account_state) AND (old.state <> 'closed'::account_state))) EXECUTE FUNCTION end_webhooks();

CREATE TRIGGER confirmed_account_is_welcome AFTER INSERT ON public.account FOR EACH ROW WHEN ((new.user_id IS NOT NULL)) EXECUTE FUNCTION note_welcome_due();

CREATE TRIGGER event_is_an_alert AFTER INSERT ON public.event FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['key.created'::text, 'key.limit_reached'::text]))) EXECUTE FUNCTION note_key_alert();

CREATE TRIGGER key_is_an_event AFTER INSERT ON public.api_key FOR EACH ROW EXECUTE FUNCTION emit_key();

CREATE TRIGGER low_balance_is_an_event AFTER UPDATE OF balance_units ON public.wallet FOR EACH ROW WHEN (((old.balance_units >= new.notice_below_units) AND (new.balance_units < new.notice_below_units))) EXECUTE FUNCTION emit_low_balance();

CREATE TRIGGER movement_is_append_only BEFORE DELETE OR UPDATE ON public.movement FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER movement_is_append_only BEFORE DELETE OR UPDATE ON public.movement_default FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER movement_is_not_truncated BEFORE TRUNCATE ON public.movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER movement_is_not_truncated BEFORE TRUNCATE ON public.movement_default FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER operator_action_is_append_only BEFORE DELETE OR UPDATE ON public.operator_action FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER operator_action_is_not_truncated BEFORE TRUNCATE ON public.operator_action FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payment_gets_a_receipt BEFORE UPDATE OF credited_units ON public.payment FOR EACH ROW WHEN (((old.credited_units = 0) AND (new.credited_units > 0))) EXECUTE FUNCTION number_receipt();

CREATE TRIGGER payment_is_kept BEFORE DELETE ON public.payment FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payment_is_not_truncated BEFORE TRUNCATE ON public.payment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER recharge_is_an_event AFTER UPDATE OF credited_units ON public.payment FOR EACH ROW WHEN ((new.credited_units > old.credited_units)) EXECUTE FUNCTION emit_recharge();

CREATE TRIGGER task_end_is_an_event AFTER UPDATE OF state ON public.task FOR EACH ROW WHEN (((new.state = ANY (ARRAY['completed'::task_state, 'failed'::task_state])) AND (old.state <> ALL (ARRAY['completed'::task_state, 'failed'::task_state])))) EXECUTE FUNCTION emit_task_end();

CREATE TRIGGER task_notes_its_end BEFORE UPDATE OF state ON public.task FOR EACH ROW WHEN (((new.state = ANY (ARRAY['completed'::task_state, 'failed'::task_state])) AND (old.state <> ALL (ARRAY['completed'::task_state, 'failed'::task_state])))) EXECUTE FUNCTION note_task_end();

CREATE TRIGGER wallet_falls_below_mark AFTER UPDATE OF balance_units ON public.wallet FOR EACH ROW WHEN (((old.balance_units >= new.notice_below_units) AND (new.balance_units < new.notice_below_units))) EXECUTE FUNCTION note_low_balance();

CREATE TRIGGER wallet_falls_below_recharge_mark AFTER UPDATE OF balance_units ON public.wallet FOR EACH ROW WHEN (((old.balance_units >= new.recharge_below_units) AND (new.balance_units < new.recharge_below_units))) EXECUTE FUNCTION note_recharge_due();

CREATE TRIGGER wallet_is_kept BEFORE DELETE ON public.wallet FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION public.adjust_wallet(wish operator_action, by_reference text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known text := meet_action(wish);
  balance bigint;
begin
  if known is not null then
    return known;
  end if;
  -- Read in later statements, whose snapshots are not older than the lock.
  perform from wallet where account_id = wish.account_id for no key update;
  if not found then
    return 'unknown';
  end if;
  if wish.units > 0 and exists (select from movement where reference = by_reference) then
    return 'done';
  end if;
  if (select state from account where id = wish.account_id) = 'closed' then
    return 'closed';
  end if;
  select balance_units + wish.units into strict balance
  from wallet where account_id = wish.account_id;
  if balance not between 0 and 9007199254740991 then
    return 'too_much';
  end if;
  perform record_action(wish);
  update wallet set balance_units = balance where account_id = wish.account_id;
  insert into movement
    (account_id, source, target, units, balance_units, reason, reference, action_id, created_at)
  values (
    wish.account_id,
    case when wish.units > 0 then 'outside' else 'wallet' end::pot,
    case when wish.units > 0 then 'wallet' else 'outside' end::pot,
    abs(wish.units), balance, wish.reason, case when wish.units > 0 then by_reference end, wish.id,
    clock_timestamp()
  );
  perform collect_debt(wish.account_id);
  return 'done';
end
$function$
;

CREATE OR REPLACE FUNCTION public.apply_payment(id_to_apply uuid, seen_version bigint, new_state payment_state, new_session_ref text, new_intent_ref text, received bigint, refunded bigint, disputed bigint, dispute_is_open boolean, money_is_stray boolean DEFAULT false)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known payment;
  is_credit boolean;
  is_paid boolean;
  refund_back bigint;
  dispute_back bigint;
  mark text;
begin
  if (select is_test from payment where id = id_to_apply) then
    perform pg_advisory_xact_lock_shared(7046307);
  end if;
  select * into strict known from payment where id = id_to_apply for no key update;
  if known.version <> seen_version then
    return 'stale';
  end if;
  perform from wallet where account_id = known.account_id for no key update;

  is_credit := known.credited_units = 0 and received > 0;
  is_paid := known.credited_units > 0 or is_credit;
  if not is_paid then
    -- What was never credited cannot be taken back.
    refunded := 0;
    disputed := 0;
    dispute_is_open := false;
  end if;
  refund_back := known.refunded_units - refunded;
  dispute_back := known.disputed_units - disputed;
  if known.is_test and (is_credit or refund_back <> 0 or dispute_back <> 0 or dispute_is_open)
    and exists (select from instance where costs_money)
  then
    return 'refused';
  end if;

  update payment set
    version = version + 1,
    state = case when is_paid then 'paid' else new_state end,
    session_ref = coalesce(session_ref, new_session_ref),
    intent_ref = coalesce(new_intent_ref, intent_ref),
    credited_units = case when is_credit then received else credited_units end,
    refunded_units = refunded,
    disputed_units = disputed,
    has_open_dispute = dispute_is_open,
    has_stray_money = money_is_stray,
    receipt_number = case when is_credit then nextval('payment_receipt') else receipt_number end,
    paid_at = case when is_credit then clock_timestamp() else paid_at end,
    checked_at = clock_timestamp()
  where id = id_to_apply;

  -- What comes in goes first, so that nothing is owed that need not be.
  mark := 'payment:' || id_to_apply;
  if is_credit then
    perform put_into_wallet(known.account_id, received, 'recharge', mark, id_to_apply);
  end if;
  mark := mark || ':' || seen_version;
  if refund_back > 0 then
    perform put_into_wallet(
      known.account_id, refund_back, 'refund_returned', mark || ':refund', id_to_apply);
  end if;
  if dispute_back > 0 then
    perform put_into_wallet(
      known.account_id, dispute_back, 'dispute_won', mark || ':dispute', id_to_apply);
  end if;
  if refund_back < 0 then
    perform take_from_wallet(known.account_id, -refund_back, 'payment_refunded', id_to_apply);
  end if;
  if dispute_back < 0 then
    perform take_from_wallet(known.account_id, -dispute_back, 'payment_disputed', id_to_apply);
  end if;
  if is_paid then
    perform collect_debt(known.account_id);
  end if;
  return 'applied';
end
$function$
;

CREATE OR REPLACE FUNCTION public.begin_auto_recharge(owner uuid, new_payment_id uuid, stripe_is_test boolean, new_seller jsonb)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  balance bigint;
  account_is_active boolean;
  plan auto_recharge;
  card saved_card;
  this_month date := utc_month(clock_timestamp());
  begun_units bigint;
begin
  select balance_units into strict balance from wallet where account_id = owner for no key update;
  select state = 'active' into strict account_is_active from account where id = owner for key share;
  select * into plan from auto_recharge where account_id = owner for no key update;
  if plan.is_on is not true or balance >= plan.below_units then
    delete from recharge_due where account_id = owner;
    return 'not_needed';
  end if;
  -- Also the pause until a payment that is under way is asked about again.
  update recharge_due set due_at = clock_timestamp() + interval '1 minute'
  where account_id = owner and due_at <= clock_timestamp();
  if not found then
    return 'waiting';
  end if;
  select * into card from saved_card where account_id = owner and is_test = stripe_is_test;
  if card.account_id is null or not account_is_active or exists (
    select from payment where account_id = owner and is_automatic and state in ('open', 'processing')
  ) then
    return 'waiting';
  end if;
  select coalesce(sum(greatest(asked_units, credited_units)), 0) into begun_units
  from payment
  where account_id = owner and is_automatic and state not in ('failed', 'expired')
    and created_at >= this_month at time zone 'UTC';
  if begun_units + plan.amount_units > plan.month_cap_units then
    update recharge_due set due_at = (this_month + interval '1 month') at time zone 'UTC'
    where account_id = owner;
    update auto_recharge set cap_month = this_month, cap_mail_is_due = true
    where account_id = owner and cap_month is distinct from this_month;
    return 'capped';
  end if;
  insert into payment
    (id, account_id, provider, is_test, asked_units, seller, is_automatic, customer_ref, method_ref,
      month_cap_units)
  values
    (new_payment_id, owner, 'stripe', stripe_is_test, plan.amount_units, new_seller, true,
      card.customer_ref, card.method_ref, plan.month_cap_units);
  return 'begun';
end
$function$
;

CREATE OR REPLACE FUNCTION public.change_email(owner uuid, address text, code_hash bytea)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  old_address text;
begin
  select email into old_address from auth_user where id = owner and email_verified for update;
  if not found or not take_email_code(owner, address, code_hash) then
    return null;
  end if;
  if exists (select from auth_user where email = address and email_verified)
    or exists (select from account where email = address) then
    return null;
  end if;
  delete from auth_user where email = address and not email_verified;
  update auth_user set email = address, updated_at = clock_timestamp() where id = owner;
  update account set email = address where user_id = owner;
  -- Links that were sent to the old address open nothing any more.
  delete from auth_verification where value = owner::text;
  return old_address;
exception when unique_violation then
  -- Somebody else was given the address in this very moment.
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.claim_account(owner uuid)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  address text;
  claimed uuid;
begin
  -- Here two claims for one user meet, and the second finds what the first has made.
  select email into address from auth_user where id = owner and email_verified for update;
  if not found then
    return null;
  end if;
  select id into claimed from account where user_id = owner;
  if found then
    return claimed;
  end if;
  insert into account (id, email, user_id) values (uuidv7(), address, owner)
  on conflict (email) do update set user_id = owner where account.user_id is null
  returning id into strict claimed;
  insert into wallet (account_id) values (claimed) on conflict do nothing;
  return claimed;
end
$function$
;

CREATE OR REPLACE FUNCTION public.close_account(owner uuid, shown_units bigint)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  member uuid;
  balance bigint;
  debt bigint;
  known_state account_state;
begin
  -- Locked in the order in which the other functions do: user, wallet, account.
  select auth_user.id into member
  from auth_user join account on account.user_id = auth_user.id
  where account.id = owner
  for update of auth_user;
  -- Every debit and credit takes this lock: from here on nothing moves.
  perform from wallet where account_id = owner for no key update;
  -- Who creates a key or begins a payment takes this one: from here on nothing is added either.
  select state into strict known_state from account where id = owner for update;
  select balance_units, debt_units into strict balance, debt from wallet where account_id = owner;
  if known_state = 'closed' then
    return 'closed';
  end if;
  if known_state = 'frozen' or debt > 0 then
    return 'frozen';
  end if;
  if exists (select from open_charge where account_id = owner) then
    return 'calls_running';
  end if;
  if balance <> shown_units then
    return 'balance_changed';
  end if;
  if exists (
    select from payment where account_id = owner and payment.state in ('open', 'processing')
  ) then
    return 'payments_running';
  end if;
  if balance > 0 then
    update wallet set balance_units = 0 where account_id = owner;
    insert into movement (account_id, source, target, units, balance_units, reason, created_at)
    values (owner, 'wallet', 'outside', balance, 0, 'account closed', clock_timestamp());
  end if;
  -- By id, as whoever else locks several of them does.
  perform from api_key where account_id = owner and revoked_at is null order by id for no key update;
  update api_key set revoked_at = clock_timestamp() where account_id = owner and revoked_at is null;
  update account set state = 'closed', email = 'closed-' || id, user_id = null, is_operator = false
  where id = owner;
  delete from auth_verification where value = member::text;
  delete from auth_user where id = member;
  return 'closed';
end
$function$
;

CREATE OR REPLACE FUNCTION public.collect_debt(owner uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  balance bigint;
  debt bigint;
  paid bigint;
begin
  select balance_units, debt_units into strict balance, debt
  from wallet where account_id = owner for no key update;
  paid := least(balance, debt);
  if paid > 0 then
    update wallet set balance_units = balance_units - paid, debt_units = debt_units - paid
    where account_id = owner;
    insert into movement (account_id, source, target, units, balance_units, created_at)
    values (owner, 'wallet', 'debt', paid, balance - paid, clock_timestamp());
  end if;
  if debt > paid or exists (select from payment where account_id = owner and has_open_dispute) then
    update account set state = 'frozen', freeze_reason = 'payment'
    where id = owner and state = 'active';
  else
    update account set state = 'active', freeze_reason = null
    where id = owner and state = 'frozen' and freeze_reason = 'payment';
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.confirm_user(owner uuid, password_hash text, code_hash bytea)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  address text;
begin
  select email into address from auth_user where id = owner and not email_verified for update;
  if not found then
    return null;
  end if;
  perform from auth_login
  where user_id = owner and provider_id = 'credential' and password = password_hash;
  if not found or not take_email_code(owner, address, code_hash) then
    return null;
  end if;
  update auth_user set email_verified = true, updated_at = clock_timestamp() where id = owner;
  return claim_account(owner);
end
$function$
;

CREATE OR REPLACE FUNCTION public.copy_notice_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update wallet set notice_below_units = new.notice_below_units where account_id = new.id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.count_calls(part_ms bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
declare
  moment timestamptz := clock_timestamp();
  latest timestamptz := moment - interval '30 seconds';
  since timestamptz;
  until_then timestamptz;
begin
  if not pg_try_advisory_xact_lock(7046309) then
    return false;
  end if;
  until_then := (select max(calls_counted.until) from calls_counted);
  if until_then is null and not exists (select from charge) then
    until_then := latest;
  end if;
  -- However long nobody counted, the page tells of 30 days.
  until_then := greatest(until_then, date_trunc('day', moment - interval '30 days', 'UTC'));

  if until_then < latest then
    since := until_then;
    until_then := least(since + part_ms * interval '1 ms', latest);
    insert into call_hour as counted (hour, tool, effort, outcome, latency_bucket, calls)
    select date_bin('1 hour', charge.settled_at, 'epoch'), charge.tool,
      coalesce(charge.effort, ''), coalesce(charge.refund_cause, 'captured'),
      latency_bucket(
        case
          when charge.state = 'refunded' then null
          when task.id is null then charge.settled_at
          else task.ended_at
        end - charge.created_at
      ),
      count(*)
    from charge left join task on task.id = charge.id
    where charge.settled_at >= since and charge.settled_at < until_then
    group by 1, 2, 3, 4, 5
    on conflict (hour, tool, effort, outcome, latency_bucket)
      do update set calls = counted.calls + excluded.calls;

    update call_hour set calls = greatest(call_hour.calls - reversed.calls, 0)
    from (
      select date_bin('1 hour', capture.created_at, 'epoch') as hour, charge.tool,
        coalesce(charge.effort, '') as effort,
        latency_bucket(
          case when task.id is null then capture.created_at else task.ended_at end
            - charge.created_at
        ) as bucket,
        count(*) as calls
      from charge
      join movement as capture on capture.charge_id = charge.id
        and capture.source = 'held' and capture.target = 'captured'
      left join task on task.id = charge.id
      where charge.settled_at >= since and charge.settled_at < until_then
        and charge.state = 'refunded'
        and charge.settled_at > (
          select calls_counted.counted_at from calls_counted
          where calls_counted.until > capture.created_at
          order by calls_counted.until limit 1
        )
      group by 1, 2, 3, 4
    ) as reversed
    where call_hour.hour = reversed.hour and call_hour.tool = reversed.tool
      and call_hour.effort = reversed.effort and call_hour.outcome = 'captured'
      and call_hour.latency_bucket = reversed.bucket;
  end if;

  insert into calls_counted (until, counted_at) values (until_then, moment)
  on conflict (until) do nothing;
  delete from calls_counted
  where calls_counted.until < until_then and calls_counted.counted_at < moment - interval '1 day';
  delete from call_hour where call_hour.hour < moment - interval '400 days';
  return until_then < latest;
end
$function$
;

CREATE OR REPLACE FUNCTION public.counts_against_limit(cause text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (cause <> ALL (ARRAY['capture_unknown'::text, 'deadline_passed'::text, 'internal_fault'::text, 'not_sent'::text, 'process_died'::text, 'queueing_unknown'::text, 'shutdown'::text, 'source_unreachable'::text, 'task_expired'::text, 'task_missing'::text, 'upstream_failed'::text, 'upstream_refused'::text, 'upstream_unreachable'::text]))
;

CREATE OR REPLACE FUNCTION public.credit_wallet(owner uuid, amount bigint, why text, by_reference text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  balance bigint;
begin
  perform from wallet where account_id = owner for no key update;
  if not exists (select from movement where reference = by_reference) then
    perform put_into_wallet(owner, amount, why, by_reference, null);
    perform collect_debt(owner);
  end if;
  select balance_units into strict balance from wallet where account_id = owner;
  return balance;
end
$function$
;

CREATE OR REPLACE FUNCTION public.debit_charges(ids uuid[], account_ids uuid[], key_ids uuid[], tools text[], efforts text[], costs_units bigint[], holds_ms bigint[], instance_ids uuid[], lifetimes_ms bigint[], upstream_ids integer[], are_structured boolean[], most_refunds integer DEFAULT NULL::integer, lease_fence boolean DEFAULT false, request_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(charge_id uuid, outcome text, charge_state charge_state, balance_units bigint, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  item record;
  current_account uuid;
  running_units bigint;
  moment timestamptz;
  has_tasks boolean := false;
  -- Names that the account has used earlier in this batch.
  names uuid[];
  -- The balance that each admitted item leaves; null for the others.
  balances_units bigint[] := array_fill(null::bigint, array[cardinality(ids)]);
begin
  perform from wallet
    where wallet.account_id = any(account_ids)
    order by wallet.account_id
    for no key update;
  moment := clock_timestamp();

  for item in
    select
      i.place, i.id, i.account_id, i.key_id, i.cost_units,
      moment + i.lifetime_ms * interval '1 ms' as task_expires_at,
      account.state as account_state, wallet.balance_units,
      wallet.refunds_in_window, wallet.refund_window_ends_at,
      api_key.id is not null and api_key.revoked_at is null as key_is_active,
      api_key.expires_at <= moment as key_is_expired,
      i.tool = any(api_key.tools) as key_may_call,
      api_key.day_cap_units is not null or api_key.month_cap_units is not null
        or api_key.calls_per_minute is not null as key_is_limited,
      not lease_fence or coalesce(instance.lease_until > moment, false) as lease_holds,
      charge.state as existing_state, i.request_id,
      request_name.charge_id is not null or named.id is not null as name_is_used
    from unnest(
      ids, account_ids, key_ids, tools, costs_units, lifetimes_ms, instance_ids, request_ids
    ) with ordinality as i (
      id, account_id, key_id, tool, cost_units, lifetime_ms, instance_id, request_id, place
    )
    join account on account.id = i.account_id
    join wallet on wallet.account_id = i.account_id
    left join api_key on api_key.id = i.key_id and api_key.account_id = i.account_id
    left join instance on instance.id = i.instance_id
    left join charge on charge.id = i.id
    left join request_name
      on request_name.account_id = i.account_id and request_name.request_id = i.request_id
    -- Only an id that the service made can name a charge without a row of its own.
    left join charge as named
      on named.id = case when uuid_extract_version(i.request_id) = 7 then i.request_id end
      and named.account_id = i.account_id and named.request_id is null
    order by i.account_id, i.place
  loop
    if item.account_id is distinct from current_account then
      current_account := item.account_id;
      running_units := item.balance_units;
      names := '{}';
    end if;
    charge_id := item.id;
    charge_state := item.existing_state;
    expires_at := null;
    if item.existing_state is not null then
      outcome := 'replayed';
      expires_at := (select task.expires_at from task where task.id = item.id);
    elsif not item.lease_holds then
      outcome := 'lease_expired';
    elsif item.key_id is not null and not item.key_is_active then
      outcome := 'key_revoked';
    elsif item.key_is_expired then
      outcome := 'key_expired';
    elsif not item.key_may_call then
      outcome := 'tool_not_allowed';
    elsif item.name_is_used or item.request_id = any(names) then
      outcome := 'id_used';
    elsif item.account_state <> 'active' then
      outcome := 'account_' || item.account_state;
    elsif item.cost_units > running_units then
      outcome := 'insufficient';
    elsif item.refund_window_ends_at > moment and item.refunds_in_window >= most_refunds then
      outcome := 'refund_limited';
      expires_at := item.refund_window_ends_at;
    elsif item.key_is_limited then
      select spending.outcome, spending.renews_at into outcome, expires_at
      from spend_from_key(
        item.key_id, item.cost_units, moment + (item.place - 1) * interval '1 microsecond'
      ) as spending;
    else
      outcome := 'admitted';
    end if;
    if outcome = 'admitted' then
      charge_state := 'held';
      expires_at := item.task_expires_at;
      has_tasks := has_tasks or expires_at is not null;
      running_units := running_units - item.cost_units;
      balances_units[item.place] := running_units;
      if item.request_id is not null then
        names := names || item.request_id;
      end if;
    end if;
    balance_units := running_units;
    return next;
  end loop;

  with admitted as (
    select i.*, moment + (i.place - 1) * interval '1 microsecond' as created_at,
      moment + i.hold_ms * interval '1 ms' as deadline_at
    from unnest(
      ids, account_ids, key_ids, tools, efforts, costs_units, holds_ms, instance_ids, request_ids,
      balances_units
    ) with ordinality as i (
      id, account_id, key_id, tool, effort, cost_units, hold_ms, instance_id, request_id,
      balance_units, place
    )
    where i.balance_units is not null
  ),
  made as (
    insert into charge
      (id, account_id, key_id, tool, effort, cost_units, instance_id, created_at, deadline_at,
       request_id)
    select admitted.id, admitted.account_id, admitted.key_id, admitted.tool, admitted.effort, admitted.cost_units,
      admitted.instance_id, admitted.created_at, admitted.deadline_at, admitted.request_id
    from admitted
  ),
  named as (
    insert into request_name (account_id, request_id, charge_id)
    select admitted.account_id, admitted.request_id, admitted.id
    from admitted
    where admitted.request_id is not null
  ),
  opened as (
    insert into open_charge (charge_id, account_id, instance_id, cost_units, created_at, deadline_at)
    select admitted.id, admitted.account_id, admitted.instance_id, admitted.cost_units, admitted.created_at,
      admitted.deadline_at
    from admitted
  ),
  moved as (
    insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
    select admitted.account_id, 'wallet', 'held', admitted.cost_units, admitted.balance_units, admitted.id,
      admitted.created_at
    from admitted
  )
  -- Grouped, since an update takes only one of several rows for the same wallet.
  update wallet set balance_units = wallet.balance_units - spent.units
  from (
    select admitted.account_id, sum(admitted.cost_units)::bigint as units from admitted group by admitted.account_id
  ) as spent
  where wallet.account_id = spent.account_id;

  if has_tasks then
    insert into task (id, account_id, upstream_id, structured, expires_at)
    select i.id, i.account_id, i.upstream_id, i.structured, moment + i.lifetime_ms * interval '1 ms'
    from unnest(ids, account_ids, lifetimes_ms, upstream_ids, are_structured, balances_units)
      as i (id, account_id, lifetime_ms, upstream_id, structured, balance_units)
    where i.balance_units is not null and i.lifetime_ms is not null;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.emit_event(owner uuid, kind text, data jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  new_event_id uuid := uuidv7();
  moment timestamptz := clock_timestamp();
  new_body text := jsonb_build_object(
    'type', emit_event.kind,
    'timestamp', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', data
  )::text;
begin
  insert into event (id, account_id, kind, body) values (new_event_id, owner, emit_event.kind, new_body);
  insert into webhook_delivery (id, endpoint_id, event_id, kind, body)
  select uuidv7(), endpoint.id, new_event_id, emit_event.kind, new_body
  from webhook_endpoint as endpoint
  where endpoint.account_id = owner and endpoint.disabled_at is null
    and emit_event.kind = any(endpoint.events);
end
$function$
;

CREATE OR REPLACE FUNCTION public.emit_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform emit_event(new.account_id, 'key.created', jsonb_build_object(
    'key_id', new.id, 'fingerprint', left(encode(new.hash, 'hex'), 8)
  ));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.emit_low_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform emit_event(new.account_id, 'wallet.low', jsonb_build_object(
    'balance_units', new.balance_units, 'below_units', new.notice_below_units
  ));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.emit_recharge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform emit_event(new.account_id, 'wallet.recharged', jsonb_build_object(
    'payment_id', new.id, 'credited_units', new.credited_units - old.credited_units
  ));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.emit_task_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform emit_event(new.account_id, 'task.' || new.state, jsonb_build_object(
    'task_id', (select coalesce(charge.request_id, charge.id) from charge where charge.id = new.id),
    'status', new.state, 'expires_at', new.expires_at
  ));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_auto_recharge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform remove_card(new.id);
  delete from auto_recharge where account_id = new.id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_grant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from auth_access_token where reference_id = new.id;
  delete from auth_refresh_token where reference_id = new.id;
  delete from auth_consent where reference_id = new.id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_sessions_of_one_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from auth_session where user_id = new.id;
  update auth_two_factor set verified = true where user_id = new.id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_team()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from membership where account_id = new.id;
  delete from invitation where account_id = new.id;
  delete from account_action where account_id = new.id;
  insert into account_action (id, account_id, actor, kind)
  select uuidv7(), membership.account_id, old.email, 'left' from membership where user_id = old.user_id;
  delete from membership where user_id = old.user_id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_webhooks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from webhook_endpoint where account_id = new.id;
  delete from event where account_id = new.id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.ensure_months(ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET lock_timeout TO '500ms'
AS $function$
declare
  since timestamptz;
  until_then timestamptz;
  parent text;
  key text;
  name text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7046311);
  for since in
    select generate_series(
      date_trunc('month', clock_timestamp(), 'UTC'),
      date_add(date_trunc('month', clock_timestamp(), 'UTC'), ahead * interval '1 month', 'UTC'),
      interval '1 month', 'UTC'
    )
  loop
    until_then := date_add(since, interval '1 month', 'UTC');
    foreach parent in array array['charge', 'movement'] loop
      name := parent || to_char(since at time zone 'UTC', '"_"YYYY"_"MM');
      continue when to_regclass(name) is not null or (
        -- The month in which months began may belong to what was before.
        select pg_get_expr(relpartbound, oid) ~ format('TO \(''%s''\)', first_id_at(until_then))
        from pg_class where oid = to_regclass(parent || '_before')
      );
      execute format(
        'create table %I (like %I including defaults including constraints) with (fillfactor = %s)',
        name, parent, case parent when 'charge' then 50 else 100 end);
      -- What came before its month was made moves along.
      key := case parent when 'charge' then 'id' else 'charge_id' end;
      execute format('lock table %I in access exclusive mode', parent || '_default');
      execute format('alter table %I disable trigger user', parent || '_default');
      execute format(
        'with early as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *)
         insert into %5$I select * from early',
        parent || '_default', key, first_id_at(since), first_id_at(until_then), name);
      execute format('alter table %I enable trigger user', parent || '_default');
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, name, first_id_at(since), first_id_at(until_then));
      execute format(
        'create trigger %I before truncate on %I for each statement execute function refuse_change()',
        parent || '_is_not_truncated', name);
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$function$
;

CREATE OR REPLACE FUNCTION public.first_id_at(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
RETURN ((lpad(to_hex(((EXTRACT(epoch FROM moment) * (1000)::numeric))::bigint), 12, '0'::text) || '00000000000000000000'::text))::uuid
;

CREATE OR REPLACE FUNCTION public.latency_bucket(took interval)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when took is null then -1
    else ceil(ln(greatest(extract(epoch from took)::float8 * 1000, 1)) / ln(1.12::float8))
  end::smallint
$function$
;

CREATE OR REPLACE FUNCTION public.meet_action(wish operator_action)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known operator_action;
begin
  perform pg_advisory_xact_lock(7046310, hashtext(wish.id::text));
  select * into known from operator_action where id = wish.id;
  if not found then
    return null;
  end if;
  return case
    when (known.kind, known.operator_account_id, known.account_id, known.subject, known.units,
        known.reason)
      is not distinct from
        (wish.kind, wish.operator_account_id, wish.account_id, wish.subject, wish.units, wish.reason)
      then 'done'
    else 'another'
  end;
end
$function$
;

CREATE OR REPLACE FUNCTION public.named_charge(owner uuid, name uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT request_name.charge_id FROM request_name WHERE ((request_name.account_id = named_charge.owner) AND (request_name.request_id = named_charge.name))), (SELECT charge.id FROM charge WHERE ((charge.id = named_charge.name) AND (charge.account_id = named_charge.owner) AND (charge.request_id IS NULL))))
;

CREATE OR REPLACE FUNCTION public.next_look_at(expires_at timestamp with time zone, looks integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select case
    when moment >= expires_at then moment + interval '20 seconds'
    when moment >= expires_at - interval '1 minute' then expires_at
    else least(
      moment + least(interval '10 seconds' * power(1.5, least(looks, 20)), interval '10 minutes'),
      expires_at - interval '1 minute'
    )
  end
  from (select clock_timestamp() as moment) as now
$function$
;

CREATE OR REPLACE FUNCTION public.note_alert(owner uuid, kind text, data jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into alert_due (id, account_id, kind, data)
  select uuidv7(), owner, note_alert.kind, note_alert.data from account
  where account.id = owner and account.user_id is not null and not note_alert.kind = any(account.mail_off)
$function$
;

CREATE OR REPLACE FUNCTION public.note_automatic_recharge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update auto_recharge set failures = 0 where account_id = new.account_id and failures > 0;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_device(member uuid, device bytea)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  update known_device set seen_at = clock_timestamp() where user_id = member and hash = device;
  if found then
    return;
  end if;
  if exists (select from known_device where user_id = member) then
    perform note_alert((select id from account where account.user_id = member), 'new_device', '{}');
  end if;
  insert into known_device (user_id, hash) values (member, device) on conflict do nothing;
  -- A program that keeps no cookies is a new browser each time.
  delete from known_device where user_id = member and hash in (
    select hash from known_device where user_id = member order by seen_at desc offset 100
  );
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_failed_recharge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_over boolean;
begin
  new.failure := coalesce(new.failure, 'declined');
  new.failure_is_due := true;
  perform from wallet where account_id = new.account_id for no key update;
  update auto_recharge set failures = failures + 1 where account_id = new.account_id
  returning failures >= 3 or new.failure in ('card_expired', 'card_unusable') into is_over;
  if is_over then
    perform stop_auto_recharge(new.account_id, new.failure);
  end if;
  update recharge_due set due_at = clock_timestamp() + interval '1 day'
  where account_id = new.account_id;
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_key_alert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_alert(new.account_id, replace(new.kind, '.', '_'), new.body::jsonb -> 'data');
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_low_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into notice_due (account_id) values (new.account_id) on conflict do nothing;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_recharge_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into recharge_due (account_id) values (new.account_id) on conflict do nothing;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_task_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.ended_at := coalesce(new.ended_at, clock_timestamp());
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.note_welcome_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into welcome_due (account_id) values (new.id);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.number_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into receipt_series (account_id, last_number) values (new.account_id, 1)
  on conflict (account_id) do update set last_number = receipt_series.last_number + 1
  returning series, last_number into new.receipt_series, new.receipt_index;
  new.buyer := (
    select jsonb_build_object(
      'name', billing_details.name, 'address', billing_details.address, 'tax_id', billing_details.tax_id)
    from account join billing_details on billing_details.user_id = account.user_id
    where account.id = new.account_id
  );
  new.receipt_is_due := true;
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.open_missed_charges()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  missed_ids uuid[];
  made integer;
begin
  missed_ids := array(
    select charge.id
    from schema_change
    join charge on charge.id between first_id_at(schema_change.applied_at - interval '10 minutes')
      and first_id_at(schema_change.applied_at + interval '10 minutes')
    where schema_change.name = '0014_open_charges_and_months.sql'
      and schema_change.applied_at > clock_timestamp() - interval '1 day'
      and charge.state = 'held'
      and not exists (select from open_charge where open_charge.charge_id = charge.id)
    order by charge.id
    for no key update of charge
  );
  -- In a later statement, so that what was settled meanwhile is not opened again.
  insert into open_charge (charge_id, account_id, instance_id, cost_units, created_at, deadline_at)
  select charge.id, charge.account_id, charge.instance_id, charge.cost_units, charge.created_at,
    charge.deadline_at
  from charge where charge.id = any(missed_ids) and charge.state = 'held'
  on conflict do nothing;
  get diagnostics made = row_count;
  return made;
end
$function$
;

CREATE OR REPLACE FUNCTION public.post_notices(account_ids uuid[], marks bigint[], mail_ids uuid[], subjects text[], bodies text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from wallet where account_id = any(account_ids) order by account_id for no key update;
  with told as (
    delete from notice_due
    using unnest(account_ids, marks, mail_ids, subjects, bodies)
        as notice (account_id, mark, mail_id, subject, body),
      wallet, account
    where notice_due.account_id = notice.account_id
      and wallet.account_id = notice.account_id and account.id = notice.account_id
      -- Fallen again since it was read: the next round has the message.
      and (notice.mark is not null or (wallet.balance_units < wallet.notice_below_units) is not true)
    returning notice.*, account.email,
      wallet.balance_units < wallet.notice_below_units and wallet.notice_below_units = notice.mark
        and account.user_id is not null and account.state <> 'closed'
        and not 'low_balance' = any(account.mail_off) as is_due
  ),
  disarmed as (
    -- For the previous release.
    update account set notice_is_armed = false
    from told where account.id = told.account_id and account.notice_is_armed
  )
  insert into mail (id, recipient, subject, body)
  select told.mail_id, told.email, told.subject, told.body from told where told.is_due;
end
$function$
;

CREATE OR REPLACE FUNCTION public.put_into_wallet(owner uuid, amount bigint, why text, by_reference text, by_payment uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  balance bigint;
begin
  update wallet set balance_units = balance_units + amount
  where account_id = owner
  returning balance_units into strict balance;
  insert into movement
    (account_id, source, target, units, balance_units, reason, reference, payment_id, created_at)
  values
    (owner, 'outside', 'wallet', amount, balance, why, by_reference, by_payment, clock_timestamp());
end
$function$
;

CREATE OR REPLACE FUNCTION public.queue_task(task_id uuid, remote text, verdict_ms bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  -- The charge is locked first, as settling does.
  perform from charge where id = task_id and state <> 'refunded' for no key update;
  if not found then
    return false;
  end if;
  update task set state = 'queued', remote_id = remote, next_look_at = next_look_at(expires_at, 0)
  where id = task_id and state = 'submitting';
  if not found then
    -- The reply to the first try was lost: the same id is no news, another one is refused.
    return exists (select from task where id = task_id and remote_id = remote);
  end if;
  update open_charge set
    instance_id = null,
    deadline_at = task.expires_at + verdict_ms * interval '1 ms'
  from task
  where open_charge.charge_id = task_id and task.id = task_id;
  -- For the previous release.
  update charge set
    instance_id = null,
    deadline_at = task.expires_at + verdict_ms * interval '1 ms'
  from task
  where charge.id = task_id and task.id = task_id;
  return true;
end
$function$
;

CREATE OR REPLACE FUNCTION public.record_action(wish operator_action)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known text := meet_action(wish);
begin
  if known is not null then
    return known;
  end if;
  wish.created_at := clock_timestamp();
  insert into operator_action select wish.*;
  return 'done';
end
$function$
;

CREATE OR REPLACE FUNCTION public.record_audit(run audit_run, wish operator_action)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known text;
begin
  if wish.id is not null then
    known := meet_action(wish);
    if known is not null then
      return known;
    end if;
    perform record_action(wish);
  end if;
  run.started_at := clock_timestamp() - run.took_ms * interval '1 ms';
  insert into audit_run select run.*;
  delete from audit_run where started_at < clock_timestamp() - interval '400 days';
  return 'done';
end
$function$
;

CREATE OR REPLACE FUNCTION public.record_look(task_id uuid, seen task_state, good_result boolean, missing boolean, told_end timestamp with time zone DEFAULT NULL::timestamp with time zone, scheduled boolean DEFAULT true)
 RETURNS TABLE(state task_state, missing_count integer, missing_ms double precision)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  return query
    update task set
      state = case
        when task.state in ('completed', 'failed') or seen is null or seen < task.state
          then task.state
        else seen
      end,
      ended_at = case
        when task.state in ('completed', 'failed') then task.ended_at
        when told_end <= clock_timestamp() and told_end >= (
          select charge.created_at from charge where charge.id = task.id
        ) then told_end
      end,
      result_seen = good_result,
      looks = looks + scheduled::integer,
      next_look_at = case
        when next_look_at is null or not scheduled then next_look_at
        else next_look_at(expires_at, looks + 1)
      end,
      missing_count = case when missing then task.missing_count + 1 else 0 end,
      missing_since = case when missing then coalesce(task.missing_since, clock_timestamp()) end
    where id = task_id and (
      scheduled
      or missing
      or task.missing_count > 0
      or result_seen <> good_result
      or (
        task.state not in ('completed', 'failed')
        and (seen > task.state or told_end is not null or ended_at is not null)
      )
    )
    returning task.state, task.missing_count,
      extract(epoch from clock_timestamp() - task.missing_since)::float8 * 1000;
  if not found then
    return query
      select task.state, task.missing_count,
        extract(epoch from clock_timestamp() - task.missing_since)::float8 * 1000
      from task where id = task_id;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% on % is refused', lower(tg_op), tg_table_name;
end
$function$
;

CREATE OR REPLACE FUNCTION public.remove_card(owner uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform stop_auto_recharge(owner, null);
  with removed as (delete from saved_card where account_id = owner returning customer_ref, is_test)
  insert into customer_removal (customer_ref, is_test)
  select customer_ref, is_test from removed on conflict do nothing;
end
$function$
;

CREATE OR REPLACE FUNCTION public.renew_lease(lease_id uuid, lease_ms bigint, is_paid boolean, own_url text DEFAULT NULL::text, own_tag bytea DEFAULT NULL::bytea, OUT had_lapsed boolean, OUT was_missing boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz;
  known timestamptz;
begin
  select lease_until into known from instance where id = lease_id for no key update;
  was_missing := not found;
  moment := clock_timestamp();
  had_lapsed := was_missing or known <= moment;
  insert into instance (id, lease_until, costs_money, renewed_since, lease_length_ms, url, secret_tag)
  values (lease_id, moment + lease_ms * interval '1 ms', is_paid, moment, lease_ms, own_url, own_tag)
  on conflict (id) do update set
    lease_until = excluded.lease_until,
    lease_length_ms = excluded.lease_length_ms,
    url = excluded.url,
    secret_tag = excluded.secret_tag,
    renewed_since = case when had_lapsed then moment else instance.renewed_since end;
end
$function$
;

CREATE OR REPLACE FUNCTION public.restart_audit()
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM account_month
   WHERE (NOT (account_month.month IN ( SELECT book_month.month
            FROM book_month
           WHERE (book_month.archived_at IS NOT NULL))));
 DELETE FROM account_sum;
 INSERT INTO account_sum (account_id, wallet_units, held_units, captured_units, outside_units, debt_units)  SELECT account_month.account_id,
             sum(account_month.wallet_units) AS sum,
             sum(account_month.held_units) AS sum,
             sum(account_month.captured_units) AS sum,
             sum(account_month.outside_units) AS sum,
             sum(account_month.debt_units) AS sum
            FROM account_month
           GROUP BY account_month.account_id;
 UPDATE audit_mark SET until_id = 0;
END
;

CREATE OR REPLACE FUNCTION public.revoke_key(wish operator_action)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known text;
begin
  select account_id into wish.account_id from api_key where id = wish.subject::uuid;
  if not found then
    return 'unknown';
  end if;
  known := meet_action(wish);
  if known is not null then
    return known;
  end if;
  -- Writing the action down locks the account; closing it locks that before its keys, and so does this.
  perform from account where id = wish.account_id for key share;
  update api_key set revoked_at = clock_timestamp()
  where id = wish.subject::uuid and revoked_at is null;
  if not found then
    return 'unchanged';
  end if;
  return record_action(wish);
end
$function$
;

CREATE OR REPLACE FUNCTION public.save_card(payment_to_save uuid, new_customer text, new_method text, new_brand text, new_last4 text, new_exp_month integer, new_exp_year integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  paid payment;
begin
  update payment set saves_card = false where id = payment_to_save and saves_card
  returning * into paid;
  if not found then
    return;
  end if;
  perform from account where id = paid.account_id for key share;
  if (select state from account where id = paid.account_id) = 'closed' then
    insert into customer_removal (customer_ref, is_test) values (new_customer, paid.is_test)
    on conflict do nothing;
    return;
  end if;
  with replaced as (
    delete from saved_card where account_id = paid.account_id and customer_ref <> new_customer
    returning customer_ref, is_test
  )
  insert into customer_removal (customer_ref, is_test)
  select customer_ref, is_test from replaced on conflict do nothing;
  insert into saved_card
    (account_id, customer_ref, method_ref, is_test, brand, last4, exp_month, exp_year)
  values
    (paid.account_id, new_customer, new_method, paid.is_test, new_brand, new_last4, new_exp_month,
      new_exp_year)
  on conflict (account_id) do nothing;
end
$function$
;

CREATE OR REPLACE FUNCTION public.set_account_state(wish operator_action)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known text := meet_action(wish);
  is_freeze boolean := wish.kind = 'freeze';
  present account;
begin
  if known is not null then
    return known;
  end if;
  -- Debits read the state after they have locked the wallet, so that none slips through.
  perform from wallet where account_id = wish.account_id for no key update;
  select * into present from account where id = wish.account_id for no key update;
  if not found then
    return 'unknown';
  end if;
  if present.state = 'closed' or (present.state = 'frozen'
    and coalesce(present.freeze_reason, 'operator') = 'operator') = is_freeze
  then
    return 'unchanged';
  end if;
  perform record_action(wish);
  if is_freeze then
    update account set state = 'frozen', freeze_reason = 'operator' where id = wish.account_id;
  else
    update account set state = 'active', freeze_reason = null where id = wish.account_id;
    perform collect_debt(wish.account_id);
  end if;
  return 'done';
end
$function$
;

CREATE OR REPLACE FUNCTION public.set_auto_recharge(owner uuid, below bigint, amount bigint, month_cap bigint, stripe_is_test boolean)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  balance bigint;
begin
  select balance_units into strict balance from wallet where account_id = owner for no key update;
  if not exists (select from saved_card where account_id = owner and is_test = stripe_is_test) then
    return false;
  end if;
  insert into auto_recharge (account_id, is_on, below_units, amount_units, month_cap_units)
  values (owner, true, below, amount, month_cap)
  on conflict (account_id) do update set
    is_on = true, below_units = below, amount_units = amount, month_cap_units = month_cap,
    failures = 0, off_because = null,
    cap_month = case when auto_recharge.month_cap_units = month_cap then auto_recharge.cap_month end;
  update wallet set recharge_below_units = below where account_id = owner;
  if balance < below then
    insert into recharge_due (account_id) values (owner)
    on conflict (account_id) do update set due_at = clock_timestamp();
  end if;
  return true;
end
$function$
;

CREATE OR REPLACE FUNCTION public.set_key_limits(owner uuid, key uuid, new_day_cap_units bigint, new_month_cap_units bigint, new_tools text[], new_calls_per_minute integer, new_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz;
begin
  perform from wallet where account_id = owner for no key update;
  moment := clock_timestamp();
  update api_key set
    day_cap_units = new_day_cap_units, month_cap_units = new_month_cap_units, tools = new_tools,
    calls_per_minute = new_calls_per_minute, expires_at = new_expires_at, limits_changed_at = moment
  where id = key and account_id = owner and revoked_at is null;
  if not found then
    return false;
  end if;
  if new_day_cap_units is null and new_month_cap_units is null and new_calls_per_minute is null then
    delete from key_spending where key_id = key;
    return true;
  end if;
  insert into key_spending (key_id, day, day_units, month, month_units, minute)
  select key, utc_day(moment),
    coalesce(sum(cost_units) filter (where created_at >= utc_day(moment)::timestamp at time zone 'UTC'), 0),
    utc_month(moment), coalesce(sum(cost_units), 0), date_trunc('minute', moment)
  from charge
  where account_id = owner and key_id = key and state <> 'refunded'
    and created_at >= utc_month(moment)::timestamp at time zone 'UTC'
  on conflict (key_id) do update set
    day = excluded.day, day_units = excluded.day_units,
    month = excluded.month, month_units = excluded.month_units;
  return true;
end
$function$
;

CREATE OR REPLACE FUNCTION public.set_operator(wish operator_action)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  known text := meet_action(wish);
  is_grant boolean := wish.kind = 'grant_operator';
begin
  if known is not null then
    return known;
  end if;
  update account set is_operator = is_grant
  where id = wish.account_id and is_operator <> is_grant and user_id is not null;
  if not found then
    return 'unchanged';
  end if;
  return record_action(wish);
end
$function$
;

CREATE OR REPLACE FUNCTION public.settle_charges(ids uuid[], account_ids uuid[], outcomes charge_state[], causes text[], are_reversals boolean[], confirmed_ids uuid[], confirmed_account_ids uuid[])
 RETURNS TABLE(charge_id uuid, charge_state charge_state, balance_units bigint)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  has_refunds boolean := 'refunded' = any(outcomes);
  captured_ids uuid[] := ids;
  moment timestamptz;
  refund record;
  current_account uuid;
  running_units bigint;
  captured integer;
  marked integer;
  has_stray boolean;
begin
  -- The accounts are no condition here: by them, the plan could read all charges of an account.
  select bool_or(locked.account_id <> all(account_ids)) into has_stray
  from (
    select charge.account_id from charge where charge.id = any(ids) order by charge.id for no key update
  ) as locked;
  if has_stray then
    raise exception 'a settlement names an account that its charge does not belong to';
  end if;
  if has_refunds then
    perform from wallet
      where wallet.account_id = any(account_ids)
      order by wallet.account_id
      for no key update;
    perform from open_charge
      where open_charge.charge_id = any(ids)
      order by open_charge.charge_id
      for update;
    -- Two wishes for one charge may meet in a batch: the first counts, as between batches.
    captured_ids := array(
      select wish.id
      from (
        select distinct on (i.id) i.id, i.outcome
        from unnest(ids, outcomes) with ordinality as i (id, outcome, place)
        order by i.id, i.place
      ) as wish
      where wish.outcome = 'captured'
    );
  end if;
  moment := clock_timestamp();

  with capture as (
    update charge set state = 'captured', settled_at = moment
    where charge.id = any(captured_ids) and charge.state = 'held'
    returning charge.id, charge.account_id, charge.cost_units
  )
  insert into movement (account_id, source, target, units, charge_id, created_at)
  select capture.account_id, 'held', 'captured', capture.cost_units, capture.id, moment
  from capture;
  get diagnostics captured = row_count;

  if confirmed_ids is null then
    delete from open_charge where open_charge.charge_id = any(captured_ids);
  else
    update open_charge set captured_at = moment
    where open_charge.charge_id = any(captured_ids)
      and open_charge.instance_id is not null and open_charge.captured_at is null;
    get diagnostics marked = row_count;
    if marked < cardinality(captured_ids) then
      delete from open_charge
      where open_charge.charge_id = any(captured_ids) and open_charge.instance_id is null;
    end if;
    -- A locked row is being reversed, and holds up nobody here. The others keep their place in the table while
    -- they are locked: only a reversal or a confirmation touches the row of a captured charge, and both delete it.
    delete from open_charge
    where open_charge.ctid = any(array(
      select delivered.ctid from open_charge as delivered
      where delivered.charge_id = any(confirmed_ids)
        and delivered.account_id = any(confirmed_account_ids)
        and delivered.captured_at is not null
      for update skip locked
    ));
  end if;

  if has_refunds then
    for refund in
      select charge.id, charge.account_id, charge.key_id, charge.state, charge.cost_units,
        charge.created_at, wish.cause, wallet.balance_units
      from (
        select distinct on (i.id) i.id, i.outcome, i.cause, i.is_reversal
        from unnest(ids, outcomes, causes, are_reversals)
          with ordinality as i (id, outcome, cause, is_reversal, place)
        order by i.id, i.place
      ) as wish
      join charge on charge.id = wish.id
      join wallet on wallet.account_id = charge.account_id
      where wish.outcome = 'refunded'
        and (charge.state = 'held' or (charge.state = 'captured' and wish.is_reversal))
      order by charge.account_id, charge.id
    loop
      if refund.account_id is distinct from current_account then
        current_account := refund.account_id;
        running_units := refund.balance_units;
      end if;
      running_units := running_units + refund.cost_units;
      insert into movement (account_id, source, target, units, balance_units, charge_id, created_at)
      values (refund.account_id, refund.state::text::pot, 'wallet', refund.cost_units,
        running_units, refund.id, moment);
      update wallet set
        balance_units = running_units,
        refunds_in_window = case
          when not counts_against_limit(refund.cause) then wallet.refunds_in_window
          when wallet.refund_window_ends_at > moment then wallet.refunds_in_window + 1
          else 1
        end,
        refund_window_ends_at = case
          when not counts_against_limit(refund.cause) or wallet.refund_window_ends_at > moment
            then wallet.refund_window_ends_at
          else moment + interval '1 hour'
        end
      where wallet.account_id = refund.account_id;
      update charge set state = 'refunded', refund_cause = refund.cause, settled_at = moment
      where charge.id = refund.id;
      delete from open_charge where open_charge.charge_id = refund.id;
      -- Most keys have no row here. A period that is over gets nothing back.
      update key_spending set
        day_units = case
          when key_spending.day = utc_day(refund.created_at)
            then greatest(key_spending.day_units - refund.cost_units, 0)
          else key_spending.day_units
        end,
        month_units = greatest(key_spending.month_units - refund.cost_units, 0)
      where key_spending.key_id = refund.key_id
        and key_spending.month = utc_month(refund.created_at);
    end loop;
  end if;

  -- Asked first, since most batches have no task, and the update would open every month of charges.
  if exists (select from task where task.id = any(ids)) then
    update task set
      state = case
        when task.state in ('completed', 'failed') then task.state
        when charge.state = 'captured' then 'completed'
        else 'failed'
      end,
      next_look_at = null
    from charge
    where task.id = any(ids)
      and charge.id = task.id
      and charge.state <> 'held'
      and (task.next_look_at is not null or task.state not in ('completed', 'failed'));
  end if;

  if captured = cardinality(ids) then
    return query select i.id, 'captured'::charge_state, null::bigint from unnest(ids) as i (id);
  else
    return query
    select charge.id, charge.state, case when charge.state = 'refunded' then wallet.balance_units end
    from charge
    join wallet on wallet.account_id = charge.account_id
    where charge.id = any(ids);
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.settle_charges(ids uuid[], outcomes charge_state[], causes text[], are_reversals boolean[], confirmed_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(charge_id uuid, charge_state charge_state, balance_units bigint)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query select * from settle_charges(
    ids, array(select charge.account_id from charge where charge.id = any(ids)),
    outcomes, causes, are_reversals,
    confirmed_ids,
    array(select open_charge.account_id from open_charge where open_charge.charge_id = any(confirmed_ids))
  );
end
$function$
;

CREATE OR REPLACE FUNCTION public.spend_from_key(key uuid, units bigint, moment timestamp with time zone, OUT outcome text, OUT renews_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  spent record;
begin
  select
    greatest(key_spending.day, utc_day(moment)) as day,
    case when key_spending.day >= utc_day(moment) then key_spending.day_units else 0 end as day_units,
    greatest(key_spending.month, utc_month(moment)) as month,
    case when key_spending.month >= utc_month(moment) then key_spending.month_units else 0 end as month_units,
    greatest(key_spending.minute, date_trunc('minute', moment)) as minute,
    case when key_spending.minute >= date_trunc('minute', moment) then key_spending.minute_calls else 0 end
      as minute_calls,
    api_key.account_id, api_key.day_cap_units, api_key.month_cap_units, api_key.calls_per_minute,
    left(encode(api_key.hash, 'hex'), 8) as fingerprint, key_spending.day_told, key_spending.month_told
  into strict spent
  from api_key join key_spending on key_spending.key_id = api_key.id
  where api_key.id = key;
  if spent.month_units + units > spent.month_cap_units then
    outcome := 'month_cap';
    renews_at := (spent.month + interval '1 month') at time zone 'UTC';
    if spent.month_told is distinct from spent.month then
      update key_spending set month_told = spent.month where key_spending.key_id = key;
      perform emit_event(spent.account_id, 'key.limit_reached', jsonb_build_object(
        'key_id', key, 'fingerprint', spent.fingerprint, 'limit', 'month_cap',
        'cap_units', spent.month_cap_units, 'renews_at', renews_at
      ));
    end if;
  elsif spent.day_units + units > spent.day_cap_units then
    outcome := 'day_cap';
    renews_at := (spent.day + 1)::timestamp at time zone 'UTC';
    if spent.day_told is distinct from spent.day then
      update key_spending set day_told = spent.day where key_spending.key_id = key;
      perform emit_event(spent.account_id, 'key.limit_reached', jsonb_build_object(
        'key_id', key, 'fingerprint', spent.fingerprint, 'limit', 'day_cap',
        'cap_units', spent.day_cap_units, 'renews_at', renews_at
      ));
    end if;
  elsif spent.minute_calls >= spent.calls_per_minute then
    outcome := 'rate_limited';
    renews_at := spent.minute + interval '1 minute';
  else
    outcome := 'admitted';
    update key_spending set
      day = spent.day, day_units = spent.day_units + units,
      month = spent.month, month_units = spent.month_units + units,
      minute = spent.minute, minute_calls = spent.minute_calls + 1
    where key_spending.key_id = key;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.stop_auto_recharge(owner uuid, why text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from wallet where account_id = owner for no key update;
  update auto_recharge set is_on = false, off_because = why where account_id = owner and is_on;
  update wallet set recharge_below_units = null
  where account_id = owner and recharge_below_units is not null;
  delete from recharge_due where account_id = owner;
end
$function$
;

CREATE OR REPLACE FUNCTION public.sweep_charges(most integer, sweeper_id uuid, lease_ms bigint DEFAULT NULL::bigint, most_share numeric DEFAULT NULL::numeric)
 RETURNS TABLE(charge_id uuid, charge_state charge_state)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  -- The fewest charges that make a sweep suspicious.
  few constant integer := 100;
  -- In a variable, since an index is not searched by a function whose value may change meanwhile.
  moment timestamptz := clock_timestamp();
  lease interval := coalesce(lease_ms, 0) * interval '1 ms';
  may_declare boolean := lease_ms is null or (
    pg_postmaster_start_time() <= moment - lease and exists (
      select from instance
      where instance.id = sweeper_id and instance.lease_until > moment
        and instance.renewed_since <= moment - lease
    )
  );
  lapsed_ids uuid[];
  suspect record;
  pause sweep_pause;
  orphan_ids uuid[];
  account_ids uuid[];
  outcomes charge_state[];
  causes text[];
  are_reversals boolean[];
begin
  lapsed_ids := case when may_declare then array(
    select instance.id from instance
    where instance.lease_until <= moment and instance.id is distinct from sweeper_id
      and (lease_ms is null or not exists (
        select from open_charge
        where open_charge.instance_id = instance.id
          and open_charge.created_at
            > moment - greatest(lease, instance.lease_length_ms * interval '1 ms')
      ))
  ) else '{}' end;

  if most_share is not null then
    select count(*)::integer as charges, coalesce(sum(open_charge.cost_units), 0)::bigint as units
    into suspect
    from open_charge left join task on task.id = open_charge.charge_id
    where (open_charge.deadline_at <= moment or open_charge.instance_id = any(lapsed_ids))
      -- A captured charge of a living process waits for its caller, and is not refunded.
      and (open_charge.captured_at is null or open_charge.instance_id = any(lapsed_ids))
      and task.result_seen is not true
      and (open_charge.instance_id is null
        or exists (select from instance where instance.id = open_charge.instance_id));
    if suspect.charges >= few
      and suspect.units > most_share * (select sum(open_charge.cost_units) from open_charge)
    then
      select * into pause from sweep_pause for update;
      if not found or pause.paused_until < moment - 10 * lease then
        insert into sweep_pause (paused_at, paused_until, charges, units)
        values (moment, moment + lease, suspect.charges, suspect.units)
        on conflict (is_only) do update set
          paused_at = excluded.paused_at, paused_until = excluded.paused_until,
          charges = excluded.charges, units = excluded.units
        where sweep_pause.paused_until < excluded.paused_at;
        return;
      elsif pause.paused_until > moment then
        return;
      end if;
    end if;
  end if;

  with
    overdue as (
      select charge.id, charge.account_id, 'deadline_passed' as cause, coalesce(task.result_seen, false) as is_earned,
        false as is_reversal
      from open_charge
      join charge on charge.id = open_charge.charge_id
      join wallet on wallet.account_id = charge.account_id
      left join task on task.id = charge.id
      where open_charge.deadline_at <= moment and open_charge.captured_at is null
      order by open_charge.deadline_at limit most
      for no key update of charge, wallet, open_charge skip locked
    ),
    abandoned as (
      select charge.id, charge.account_id, 'process_died' as cause, false as is_earned, false as is_reversal
      from open_charge
      join charge on charge.id = open_charge.charge_id
      join wallet on wallet.account_id = charge.account_id
      where open_charge.deadline_at > moment and open_charge.captured_at is null
        and open_charge.instance_id is not null
        and open_charge.instance_id is distinct from sweeper_id
        and (open_charge.instance_id = any(lapsed_ids)
          or not exists (select from instance where instance.id = open_charge.instance_id))
      limit most
      for no key update of charge, wallet, open_charge skip locked
    ),
    undelivered as (
      select charge.id, charge.account_id, 'capture_unknown' as cause, false as is_earned, true as is_reversal
      from open_charge
      join charge on charge.id = open_charge.charge_id
      join wallet on wallet.account_id = charge.account_id
      where open_charge.deadline_at <= moment and open_charge.captured_at is not null
        and open_charge.instance_id is distinct from sweeper_id
        and (open_charge.instance_id = any(lapsed_ids)
          or not exists (select from instance where instance.id = open_charge.instance_id))
      limit most
      for no key update of charge, wallet, open_charge skip locked
    ),
    orphan as (
      select * from overdue union all select * from abandoned union all select * from undelivered
    )
  select
    array_agg(orphan.id),
    array_agg(orphan.account_id),
    array_agg(case when orphan.is_earned then 'captured' else 'refunded' end::charge_state),
    array_agg(orphan.cause),
    array_agg(orphan.is_reversal)
  into orphan_ids, account_ids, outcomes, causes, are_reversals
  from orphan;
  if orphan_ids is not null then
    -- Settled by somebody who had waited for the tables while they were made, and knew nothing of this one.
    delete from open_charge using charge
    where open_charge.charge_id = any(orphan_ids) and open_charge.captured_at is null
      and charge.id = open_charge.charge_id and charge.state <> 'held';
    return query
    select settled.charge_id, settled.charge_state
    from settle_charges(
      orphan_ids, account_ids, outcomes, causes, are_reversals, null, null
    ) as settled;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.take_attempt(in_bucket text, most integer, window_ms bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  moment timestamptz := clock_timestamp();
  taken attempt;
begin
  insert into attempt (bucket, count, ends_at)
  values (in_bucket, 1, moment + window_ms * interval '1 ms')
  on conflict (bucket) do update set
    count = case when attempt.ends_at <= moment then 1 else least(attempt.count, most) + 1 end,
    ends_at = case when attempt.ends_at <= moment then excluded.ends_at else attempt.ends_at end
  returning * into taken;
  -- The windows of others that are over. Last, and never waiting, so that two cannot block each other.
  delete from attempt where bucket in (
    select bucket from attempt where ends_at <= moment limit 20 for update skip locked
  );
  if taken.count <= most then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from taken.ends_at - clock_timestamp())));
end
$function$
;

CREATE OR REPLACE FUNCTION public.take_email_code(owner uuid, address text, code_hash bytea)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  sent email_code;
begin
  select * into sent from email_code
  where user_id = owner and email = address and tries_left > 0 and expires_at > clock_timestamp()
  for update;
  if not found then
    return false;
  end if;
  if sent.hash <> code_hash then
    update email_code set tries_left = tries_left - 1 where user_id = owner;
    return false;
  end if;
  delete from email_code where user_id = owner;
  return true;
end
$function$
;

CREATE OR REPLACE FUNCTION public.take_from_wallet(owner uuid, amount bigint, why text, by_payment uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  balance bigint;
  present bigint;
begin
  select balance_units into strict balance from wallet where account_id = owner;
  present := least(balance, amount);
  update wallet set
    balance_units = balance_units - present,
    debt_units = debt_units + (amount - present)
  where account_id = owner;
  if present > 0 then
    insert into movement
      (account_id, source, target, units, balance_units, reason, payment_id, created_at)
    values
      (owner, 'wallet', 'outside', present, balance - present, why, by_payment, clock_timestamp());
  end if;
  if present < amount then
    insert into movement (account_id, source, target, units, reason, payment_id, created_at)
    values (owner, 'debt', 'outside', amount - present, why, by_payment, clock_timestamp());
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.test_money_of(owner uuid, OUT units_left bigint, OUT units_left_if_captured bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  step record;
  -- What calls held at that moment and gave back since, or may yet give back.
  aside bigint := 0;
  -- Money of tests that has paid a debt.
  paid_debt bigint := 0;
begin
  units_left := 0;
  units_left_if_captured := 0;
  for step in
    select movement.source, movement.target, movement.units, movement.balance_units,
      movement.payment_id, movement.action_id, payment.is_test, movement.charge_state
    from (
      select movement.*, charge.state as charge_state
      from charge join movement on movement.charge_id = charge.id
      where charge.account_id = owner
      union all
      select movement.*, null from movement
      where movement.account_id = owner and movement.charge_id is null
    ) as movement
    left join payment on payment.id = movement.payment_id
    order by movement.id
  loop
    if step.charge_state <> 'captured' and step.source = 'wallet' then
      aside := aside + step.units;
    elsif step.charge_state is not null and step.target = 'wallet' then
      aside := aside - step.units;
    elsif step.target = 'debt' then
      paid_debt := paid_debt + least(step.units, greatest(units_left - paid_debt, 0));
    end if;
    if step.source = 'outside' then
      if step.is_test then
        units_left := units_left + step.units;
        units_left_if_captured := units_left_if_captured + step.units;
      end if;
    elsif step.target = 'outside' and step.is_test then
      units_left := units_left - step.units;
      units_left_if_captured := units_left_if_captured - step.units;
    elsif step.target = 'outside' and step.action_id is not null then
      units_left := least(units_left, step.balance_units + aside + paid_debt);
      units_left_if_captured :=
        least(units_left_if_captured, step.balance_units + aside + paid_debt);
    elsif (step.target = 'outside' and step.payment_id is null)
      or (step.source = 'wallet' and step.target = 'held' and step.charge_state <> 'refunded')
    then
      if step.charge_state is distinct from 'held' then
        units_left := units_left - least(step.units, greatest(units_left, 0));
      end if;
      units_left_if_captured :=
        units_left_if_captured - least(step.units, greatest(units_left_if_captured, 0));
    end if;
  end loop;
end
$function$
;

CREATE OR REPLACE FUNCTION public.utc_day(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
RETURN ((moment AT TIME ZONE 'UTC'::text))::date
;

CREATE OR REPLACE FUNCTION public.utc_month(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
RETURN (date_trunc('month'::text, (moment AT TIME ZONE 'UTC'::text)))::date
;

CREATE OR REPLACE FUNCTION public.welcome_account(owner uuid, amount bigint)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select welcome_account(owner, amount, null)
$function$
;

CREATE OR REPLACE FUNCTION public.welcome_account(owner uuid, amount bigint, test_payment uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  address text;
begin
  if test_payment is not null then
    -- Before the wallet, as in apply_payment and withdraw_test_money.
    perform pg_advisory_xact_lock_shared(7046307);
  end if;
  perform from wallet where account_id = owner for no key update;
  delete from welcome_due where account_id = owner;
  if not found or amount = 0 then
    return false;
  end if;
  if test_payment is not null and exists (select from instance where costs_money) then
    return false;
  end if;
  select email into strict address from account where id = owner for key share;
  if (select state from account where id = owner) = 'closed' then
    return false;
  end if;
  insert into welcomed_address (hash)
  values (sha256(convert_to(regexp_replace(address, '\+[^@]*@', '@'), 'UTF8')))
  on conflict do nothing;
  if not found then
    return false;
  end if;
  if test_payment is null then
    perform credit_wallet(owner, amount, 'Welcome credit', 'welcome:' || owner);
    return true;
  end if;
  insert into payment (id, account_id, provider, is_test, asked_units)
  values (test_payment, owner, 'test', true, amount);
  perform apply_payment(test_payment, 0, 'paid', null, null, amount, 0, 0, false);
  -- Nobody asked for it, so no receipt is mailed.
  update payment set receipt_is_due = false where id = test_payment;
  return true;
end
$function$
;

CREATE OR REPLACE FUNCTION public.withdraw_test_money()
 RETURNS TABLE(withdrawn_units bigint, undecided_calls bigint, free_processes bigint)
 LANGUAGE plpgsql
AS $function$
declare
  owners uuid[];
  owner uuid;
  amount bigint;
  latest uuid;
begin
  withdrawn_units := 0;
  undecided_calls := 0;
  perform pg_advisory_xact_lock(7046307);
  owners := array(
    select distinct payment.account_id from payment where is_test and credited_units > 0
    order by payment.account_id
  );
  select count(*) into free_processes
  from instance
  where not costs_money and lease_until > clock_timestamp() and cardinality(owners) > 0;
  if free_processes > 0 then
    return next;
    return;
  end if;
  perform from payment where is_test and has_open_dispute order by id for no key update;
  perform from wallet where account_id = any(owners) order by account_id for no key update;
  owners := array(
    select o from unnest(owners) as o cross join lateral test_money_of(o) as of_tests
    where of_tests.units_left <> 0 or of_tests.units_left_if_captured <> 0
      or exists (select from payment where account_id = o and is_test and has_open_dispute)
    order by o
  );
  select count(*) into undecided_calls
  from open_charge where account_id = any(owners);
  if undecided_calls = 0 then
    update payment set has_open_dispute = false, version = version + 1
    where is_test and has_open_dispute;
    foreach owner in array owners loop
      select units_left into amount from test_money_of(owner);
      if amount > 0 then
        perform take_from_wallet(owner, amount, 'withdrawal', null);
        withdrawn_units := withdrawn_units + amount;
      elsif amount < 0 then
        select id into strict latest from payment
        where account_id = owner and is_test and credited_units > 0
        order by created_at desc, id desc limit 1;
        perform put_into_wallet(
          owner, -amount, 'test_returned', 'payment:' || latest || ':' || uuidv7(), latest);
      end if;
      perform collect_debt(owner);
    end loop;
  end if;
  return next;
end
$function$
;
