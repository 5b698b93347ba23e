import { ApiError } from '../api-error.ts'
import { takeAttempt } from '../attempts/take-attempt.ts'
import type { Member } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

/** For what a session alone must not do: whoever sits at an open screen does not know the password. */
export async function requirePassword(
  { database, betterAuth }: SignInContext,
  { userId }: Member,
  password: string,
): Promise<void> {
  await takeAttempt(database, 'passwordOfMember', userId)
  const { rows } = await database.query<{ password: string }>(
    `select password from auth_login where user_id = $1 and provider_id = 'credential'`,
    [userId],
  )
  const [login] = rows
  if (!login) throw new ApiError('PASSWORD_NEEDED')
  const { password: passwords } = await (await betterAuth()).$context
  const isRight = await passwords.verify({ hash: login.password, password })
  if (!isRight) throw new ApiError('WRONG_PASSWORD')
}
