import type { Database } from '@footnote/platform/database/connect'
import { createKeySeal } from '../upstream/key-seal.ts'
import { createWebhookSeal } from '../webhooks/webhook-secret.ts'

interface Secrets {
  readonly secret: string
  readonly previous: string
}

/** Returns a text sealed anew, or undefined if the previous secret does not open it. */
type Reseal<Sealed> = (
  place: string,
  sealed: Sealed,
) => Sealed | undefined | Promise<Sealed | undefined>

/**
 * Seals anew what the previous secret of the service sealed: secrets of webhooks, keys of former upstreams,
 * secrets of OAuth clients and second factors. Returns how many. All else stays as it is, so processes may do this at once, and again.
 */
export async function resealSecrets(database: Database, secrets: Secrets): Promise<number> {
  const { secret, previous } = secrets
  const webhooks = { old: createWebhookSeal(previous), fresh: createWebhookSeal(secret) }
  const resealWebhook: Reseal<Buffer> = (id, sealed) => {
    const opened = webhooks.old.open(id, sealed)
    return opened === undefined ? undefined : webhooks.fresh.seal(id, opened)
  }
  const keys = { old: createKeySeal(previous), fresh: createKeySeal(secret) }
  const resealKey: Reseal<Buffer> = (url, sealed) => {
    const apiKey = keys.old.open(sealed, url)
    return apiKey === undefined ? undefined : keys.fresh.seal({ url, apiKey })
  }
  const resealText = await loadResealText(secrets)
  return (
    (await resealColumn(database, 'webhook_endpoint', { column: 'sealed_secret' }, resealWebhook)) +
    (await resealColumn(
      database,
      'webhook_endpoint',
      { column: 'sealed_previous_secret' },
      resealWebhook,
    )) +
    (await resealColumn(database, 'upstream', { column: 'sealed_key', place: 'url' }, resealKey)) +
    (await resealColumn(database, 'auth_client', { column: 'client_secret' }, resealText)) +
    (await resealColumn(database, 'auth_two_factor', { column: 'secret' }, resealText)) +
    (await resealColumn(database, 'auth_two_factor', { column: 'backup_codes' }, resealText))
  )
}

/** better-auth seals text itself, with the service's secret. */
async function loadResealText({ secret, previous }: Secrets): Promise<Reseal<string>> {
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
  return async (_place, sealed) => {
    const opened = await symmetricDecrypt({ key: previous, data: sealed }).catch(() => undefined)
    return opened === undefined ? undefined : symmetricEncrypt({ key: secret, data: opened })
  }
}

async function resealColumn<Sealed>(
  database: Database,
  table: string,
  { column, place = 'id' }: { column: string; place?: string },
  reseal: Reseal<Sealed>,
): Promise<number> {
  const { rows } = await database.query<{ id: unknown; place: string; sealed: Sealed }>(
    `select id, ${place}::text as place, ${column} as sealed from ${table}
     where ${column} is not null`,
  )
  let count = 0
  for (const { id, place, sealed } of rows) {
    const fresh = await reseal(place, sealed)
    if (fresh === undefined) continue
    // Unless it was replaced meanwhile.
    const { rowCount } = await database.query(
      `update ${table} set ${column} = $3 where id = $1 and ${column} = $2`,
      [id, sealed, fresh],
    )
    count += rowCount ?? 0
  }
  return count
}
