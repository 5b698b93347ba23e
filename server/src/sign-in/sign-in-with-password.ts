import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { takeAttempt, takeMailAttempt, takePasswordAttempt } from '../attempts/take-attempt.ts'
import { betterAuthCode, betterAuthHeaders, callBetterAuth } from './call-better-auth.ts'
import { makeEmailCode } from './email-code.ts'
import type { Admission, Visitor } from './sign-in.ts'
import type { SignInContext } from './sign-in-context.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/** Signs in. A user whose address is not proven yet gets a new code by mail. */
export async function signInWithPassword(
  context: SignInContext,
  visitor: Visitor,
  credentials: Credentials,
): Promise<Admission> {
  const { database } = context
  const { email } = credentials
  const network = networkOf(visitor.address)
  await takeAttempt(database, 'signInFromAddress', network)
  await takePasswordAttempt(database, { email, network })
  try {
    return await openSession(context, visitor, credentials)
  } catch (error) {
    if (betterAuthCode(error) !== 'EMAIL_NOT_VERIFIED') throw error
    await sendCodeAgain(context, { email, network })
    throw new ApiError('EMAIL_NOT_CONFIRMED')
  }
}

/** Opens a session for the right password, or asks for the second factor. */
export async function openSession(
  { betterAuth }: SignInContext,
  visitor: Visitor,
  credentials: Credentials,
): Promise<Admission> {
  const { api } = await betterAuth()
  const { response, cookies } = await callBetterAuth(
    api.signInEmail({
      body: credentials,
      headers: betterAuthHeaders(visitor),
      returnHeaders: true,
    }),
    {
      refusals: {
        INVALID_EMAIL_OR_PASSWORD: 'WRONG_CREDENTIALS',
        INVALID_EMAIL: 'WRONG_CREDENTIALS',
      },
    },
  )
  const isWaiting = 'twoFactorRedirect' in response
  return { status: isWaiting ? 'second_factor' : 'signed_in', cookies }
}

async function sendCodeAgain(
  context: SignInContext,
  { email, network }: { email: string; network: string },
): Promise<void> {
  const { database, mailer, messages } = context
  await takeMailAttempt(database, 'code', { email, sender: network })
  const { rows } = await database.query<{ id: string }>(
    'select id from auth_user where email = $1 and not email_verified',
    [email],
  )
  const [user] = rows
  if (!user) return
  const code = await makeEmailCode(context, { userId: user.id, email })
  await mailer.post(messages.confirmEmail(email, { code }))
}
