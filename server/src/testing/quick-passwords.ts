import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Done = (error: Error | null, key: Buffer) => void

/** The cost at which better-auth hashes passwords: most of what a sign-up costs. */
const PRODUCTION = { N: 16_384, r: 16, p: 1 }

const { scrypt } = crypto

/** Hashes at a fraction of the cost. Fails if production would not hash at the full cost. */
function hashQuickly(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  { N, r, p }: ScryptOptions,
  done: Done,
): void {
  if (N !== PRODUCTION.N || r !== PRODUCTION.r || p !== PRODUCTION.p) {
    throw new Error(`a password would be hashed at another cost: N ${N}, r ${r}, p ${p}`)
  }
  scrypt(password, salt, length, { N: 2, r: 1, p: 1 }, done)
}

// Affects the process of the test only: a service that it spawns hashes at the full cost. Files that
// share a process run this again.
if (scrypt.name !== hashQuickly.name) {
  Object.assign(crypto, { scrypt: hashQuickly })
  syncBuiltinESMExports()
}
