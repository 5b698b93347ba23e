import type { SignInContext } from './sign-in-context.ts'

export interface Credential {
  readonly user_id: string
  readonly password: string
}

/** Whose password it is; undefined, after as much work, for a wrong one and for an unknown address. */
export async function checkPassword(
  { database, library }: SignInContext,
  { email, password }: { email: string; password: string },
): Promise<Credential | undefined> {
  const { rows } = await database.query<Credential>(
    `select auth_user.id as user_id, auth_login.password
     from auth_user join auth_login on auth_login.user_id = auth_user.id
     where auth_user.email = $1 and auth_login.provider_id = 'credential'`,
    [email],
  )
  const { password: passwords } = await (await library()).$context
  const [found] = rows
  if (!found) {
    await passwords.hash(password)
    return undefined
  }
  return (await passwords.verify({ hash: found.password, password })) ? found : undefined
}
