import { plainLine } from '@footnote/contract/report/plain-text'
import { siteLimits } from '@footnote/contract/site/limits'
import type { Database } from '@footnote/platform/database/connect'

/** Room for a number behind the name. */
const NAME_CHARACTERS = siteLimits.keyNameCharacters - 10
const UNUSED_DAYS = 30
const MOST_UNUSED = 10_000

interface OAuthClient {
  /** Address of the metadata document, or made up at registration. */
  readonly id: string
  /** Chosen by the client, so it proves nothing. */
  readonly name: string
}

export async function findClient(
  database: Database,
  clientId: string,
): Promise<OAuthClient | undefined> {
  const { rows } = await database.query<{ name: string | null }>(
    'select name from auth_client where client_id = $1',
    [clientId],
  )
  const [row] = rows
  if (!row) return undefined
  const name = plainLine(row.name ?? '')
    .trim()
    .slice(0, NAME_CHARACTERS)
  return { id: clientId, name: name || 'Unnamed app' }
}

export async function writeRedirectUris(
  database: Database,
  clientId: string,
  redirectUris: readonly string[],
): Promise<void> {
  await database.query('update auth_client set redirect_uris = $2 where client_id = $1', [
    clientId,
    JSON.stringify(redirectUris),
  ])
}

/** Deletes expired tokens, and clients that nobody ever granted access. */
export async function tidyClients(database: Database): Promise<void> {
  await database.query('delete from auth_access_token where expires_at < clock_timestamp()')
  await database.query('delete from auth_refresh_token where expires_at < clock_timestamp()')
  await database.query('delete from auth_client_assertion where expires_at < clock_timestamp()')
  await database.query(
    `delete from auth_client where id in (
       select id from auth_client
       where created_at < clock_timestamp() - interval '1 hour'
         and not exists (select from api_key where api_key.client_id = auth_client.client_id)
       order by created_at desc
       offset $1
     ) or created_at < clock_timestamp() - $2 * interval '1 day'
       and not exists (select from api_key where api_key.client_id = auth_client.client_id)`,
    [MOST_UNUSED, UNUSED_DAYS],
  )
}
