import { createHmac } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

/** The secret of the service; two while FOOTNOTE_SECRET replaces FOOTNOTE_PREVIOUS_SECRET. */
export interface SiteSecrets {
  /** Signs and seals. */
  readonly current: string
  /** All that may have signed or sealed before, the newest first. */
  readonly all: readonly string[]
}

export interface ReplaceableSecrets extends SiteSecrets {
  /** The same in all processes with the same newest secret. It reveals nothing about the secret. */
  readonly tag: Buffer
  /**
   * Makes the newest secret the current one as soon as every living instance has it. Until then, the others
   * could not open what it seals. Returns whether it is the current one.
   */
  follow(database: Database): Promise<boolean>
}

export function createSiteSecrets({
  secret,
  previous,
}: {
  secret: string
  previous?: string | undefined
}): ReplaceableSecrets {
  const tag = createHmac('sha256', secret).update('footnote/secret-tag').digest()
  let current = previous ?? secret
  return {
    get current() {
      return current
    },
    all: previous === undefined || previous === secret ? [secret] : [secret, previous],
    tag,
    async follow(database) {
      if (current === secret) return true
      const { rowCount } = await database.query(
        `select from instance
         where lease_until > clock_timestamp() and secret_tag is distinct from $1 limit 1`,
        [tag],
      )
      if (rowCount === 0) current = secret
      return rowCount === 0
    },
  }
}

interface Seal {
  seal(...what: never[]): unknown
  open(...what: never[]): unknown
}

/** Combines the seals of all secrets: the current one seals, and each opens its own. */
export function combineSeals<OfSecret extends Seal>(
  secrets: SiteSecrets,
  create: (secret: string) => OfSecret,
): OfSecret {
  const seals = new Map(secrets.all.map(secret => [secret, create(secret)]))
  const combined: Seal = {
    seal: (...what) => seals.get(secrets.current)?.seal(...what),
    open(...what) {
      for (const seal of seals.values()) {
        const opened = seal.open(...what)
        if (opened !== undefined) return opened
      }
      return undefined
    },
  }
  return combined as OfSecret
}
