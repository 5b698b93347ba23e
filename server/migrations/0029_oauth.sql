-- expand
-- OAuth for MCP clients: better-auth's tables, and grants. A grant is a key without a secret that anyone knows.
-- Access tokens lead to it, so that limits, spending, usage and revocation are those of a key.

create table auth_client (
  id uuid primary key,
  -- Made up at registration, or the address of the client's metadata document.
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
  user_id uuid references auth_user (id) on delete set null,
  reference_id text,
  metadata jsonb,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz
);
create unique index auth_client_client_id on auth_client (client_id);
create index auth_client_created on auth_client (created_at);

alter table api_key
  -- The client that a grant belongs to; null for a key.
  add column client_id text references auth_client (client_id);
create unique index api_key_grant on api_key (account_id, client_id)
  where client_id is not null and revoked_at is null;
create index api_key_client on api_key (client_id) where client_id is not null;

create table auth_resource (
  id uuid primary key,
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
  created_at timestamptz,
  updated_at timestamptz
);
create unique index auth_resource_identifier on auth_resource (identifier);

create table auth_client_resource (
  id uuid primary key,
  client_id text not null references auth_client (client_id) on delete cascade,
  resource_id text not null references auth_resource (identifier) on delete cascade,
  metadata jsonb,
  created_at timestamptz
);
create unique index auth_client_resource_pair on auth_client_resource (client_id, resource_id);

create table auth_consent (
  id uuid primary key,
  client_id text not null references auth_client (client_id) on delete cascade,
  user_id uuid references auth_user (id) on delete cascade,
  -- The grant.
  reference_id uuid references api_key,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb not null,
  created_at timestamptz,
  updated_at timestamptz
);
create index auth_consent_of_user on auth_consent (user_id);
create index auth_consent_of_grant on auth_consent (reference_id);

create table auth_refresh_token (
  id uuid primary key,
  -- SHA-256.
  token text not null,
  client_id text not null references auth_client (client_id) on delete cascade,
  session_id uuid references auth_session (id) on delete set null,
  user_id uuid not null references auth_user (id) on delete cascade,
  reference_id uuid references api_key,
  authorization_code_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb not null,
  confirmation jsonb,
  auth_time timestamptz,
  revoked timestamptz,
  rotated_at timestamptz,
  -- Encrypted by better-auth, so that a client whose reply was lost gets it again.
  rotation_replay_response text,
  rotation_replay_expires_at timestamptz,
  created_at timestamptz,
  expires_at timestamptz not null
);
create unique index auth_refresh_token_token on auth_refresh_token (token);
create index auth_refresh_token_of_session on auth_refresh_token (session_id);
create index auth_refresh_token_of_user on auth_refresh_token (user_id);
create index auth_refresh_token_of_grant on auth_refresh_token (reference_id);
create index auth_refresh_token_of_code on auth_refresh_token (authorization_code_id);
create index auth_refresh_token_expiry on auth_refresh_token (expires_at);

create table auth_access_token (
  id uuid primary key,
  -- SHA-256.
  token text not null,
  client_id text not null references auth_client (client_id) on delete cascade,
  session_id uuid references auth_session (id) on delete set null,
  user_id uuid references auth_user (id) on delete cascade,
  reference_id uuid references api_key,
  authorization_code_id text,
  refresh_id uuid references auth_refresh_token (id) on delete cascade,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb not null,
  confirmation jsonb,
  revoked timestamptz,
  created_at timestamptz,
  expires_at timestamptz not null
);
create unique index auth_access_token_token on auth_access_token (token);
create index auth_access_token_of_session on auth_access_token (session_id);
create index auth_access_token_of_user on auth_access_token (user_id);
create index auth_access_token_of_grant on auth_access_token (reference_id);
create index auth_access_token_of_code on auth_access_token (authorization_code_id);
create index auth_access_token_of_refresh on auth_access_token (refresh_id);
create index auth_access_token_expiry on auth_access_token (expires_at);

-- Assertions of clients that sign in with a key pair, each accepted once.
create table auth_client_assertion (
  id text primary key,
  expires_at timestamptz not null
);

-- Deletes the tokens of a revoked grant, whoever revoked it, so that its client asks for consent again.
create function end_grant() returns trigger
language plpgsql as $$
begin
  delete from auth_access_token where reference_id = new.id;
  delete from auth_refresh_token where reference_id = new.id;
  delete from auth_consent where reference_id = new.id;
  return null;
end
$$;
create trigger api_key_ends_grant after update of revoked_at on api_key
  for each row when (new.client_id is not null and old.revoked_at is null and new.revoked_at is not null)
  execute function end_grant();
