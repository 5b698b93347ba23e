import type { SignInContext } from './sign-in-context.ts'

interface Credential {
  readonly user_id: string
  readonly password: string
}

/**
 * Who waits to have an address confirmed and has this password; undefined, after as much work, for a
 * wrong one, for an unknown address, and for one that is confirmed, whose password is judged by signing
 * in alone.
 */
export async function findUnconfirmed(
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
