import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { takeAttempt, takePasswordAttempt } from '../attempts/take-attempt.ts'
import { hashEmailCode } from './email-code.ts'
import type { Admission, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'
import { openSession } from './sign-in-with-password.ts'

/** Proves a new user's address by code and password, claims the account, and signs in. */
export async function confirmEmail(
  context: SignInContext,
  visitor: Visitor,
  { email, password, code }: { email: string; password: string; code: string },
): Promise<Admission> {
  const { database } = context
  const network = networkOf(visitor.address)
  await takeAttempt(database, 'codeFromAddress', network)
  await takePasswordAttempt(database, { email, network })
  const credential = await findUnconfirmed(context, { email, password })
  if (!credential) throw new ApiError('WRONG_CREDENTIALS')
  const { user_id: userId, password: passwordHash } = credential
  const codeHash = await hashEmailCode(context, { userId, email, code })
  const accountId = await confirmUser(database, { userId, passwordHash, codeHash })
  if (accountId === undefined) throw new ApiError('WRONG_CODE')
  return openSession(context, visitor, { email, password })
}

async function confirmUser(
  database: Database,
  { userId, passwordHash, codeHash }: { userId: string; passwordHash: string; codeHash: Buffer },
): Promise<string | undefined> {
  const { rows } = await database.query<{ account_id: string | null }>(
    'select confirm_user($1, $2, $3) as account_id',
    [userId, passwordHash, codeHash],
  )
  return rows[0]?.account_id ?? undefined
}

interface Credential {
  readonly user_id: string
  readonly password: string
}

/**
 * Finds an unconfirmed user by address and password. Returns undefined, after the same amount of
 * work, for a wrong password, an unknown address and a confirmed one, whose password only a sign-in
 * checks.
 */
async function findUnconfirmed(
  { database, betterAuth }: SignInContext,
  { email, password }: { email: string; password: string },
): Promise<Credential | undefined> {
  const { rows } = await database.query<Credential>(
    `select auth_user.id as user_id, auth_login.password
     from auth_user join auth_login on auth_login.user_id = auth_user.id
     where auth_user.email = $1 and not auth_user.email_verified
       and auth_login.provider_id = 'credential'`,
    [email],
  )
  const { password: passwords } = await (await betterAuth()).$context
  const [found] = rows
  if (!found) {
    await passwords.hash(password)
    return undefined
  }
  return (await passwords.verify({ hash: found.password, password })) ? found : undefined
}
