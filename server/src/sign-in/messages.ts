import { pages } from '@footnote/contract/site/pages'
import type { Message } from '../mail/mailer.ts'

/** Validity of codes and links, for the messages and for their checks. */
export const CODE_MINUTES = 15
export const LINK_MINUTES = 60

/** Creates every message about signing in: what to do, and what if it was not you. */
export function createMessages({ origin }: { origin: () => string }) {
  const page = (path: string) => `${origin()}${path}`
  const write = (to: string, subject: string, ...paragraphs: string[]): Message => ({
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n\nFootnote\n${origin()}\n`,
  })
  const notYou = () =>
    `If this was not you, set a new password now, which ends all sessions: ${page(pages.forgotPassword)}`

  return {
    confirmEmail: (to: string, { code }: { code: string }) =>
      write(
        to,
        'Confirm your e-mail address',
        `Your code is ${code}. Enter it on the page where you signed up within ${CODE_MINUTES} minutes.`,
        'If you did not sign up, ignore this message. Nobody can use this address without the code.',
      ),

    alreadyMember: (to: string) =>
      write(
        to,
        'You already have an account',
        'Somebody, probably you, tried to use this address for an account. You already have one, and nothing has changed.',
        `Sign in: ${page(pages.signIn)}\nReset your password: ${page(pages.forgotPassword)}`,
        'If this was not you, ignore this message.',
      ),

    resetPassword: (to: string, { token }: { token: string }) =>
      write(
        to,
        'Set a new password',
        `Open this link to set a new password. It works once, within ${LINK_MINUTES} minutes:`,
        page(`${pages.resetPassword}?token=${encodeURIComponent(token)}`),
        'If you did not request this, ignore this message. Your password stays the same.',
      ),

    passwordChanged: (to: string) =>
      write(
        to,
        'Your password was changed',
        'Your password was changed, and all other sessions were signed out.',
        notYou(),
      ),

    confirmNewEmail: (to: string, { code }: { code: string }) =>
      write(
        to,
        'Confirm your new e-mail address',
        `Your code is ${code}. Enter it in the settings within ${CODE_MINUTES} minutes to use this address for your account.`,
        'If you did not request this, ignore this message. Nothing changes without the code.',
      ),

    emailChanged: (to: string, { email }: { email: string }) =>
      write(
        to,
        'Your e-mail address was changed',
        `Your account now uses ${email}, and all further messages go there.`,
        'If this was not you, contact the operator of this service. Only the new address can reset the password now.',
      ),

    twoFactorOn: (to: string) =>
      write(
        to,
        'Two-factor sign-in is on',
        'Signing in now also requires a code from your authenticator app. Keep the backup codes somewhere safe: each works once in place of the app.',
        notYou(),
      ),

    twoFactorOff: (to: string) =>
      write(
        to,
        'Two-factor sign-in is off',
        'Signing in no longer requires a code from your authenticator app.',
        notYou(),
      ),

    newBackupCodes: (to: string) =>
      write(
        to,
        'New backup codes were created',
        'New backup codes were created for your account. The old ones no longer work.',
        notYou(),
      ),

    accountClosed: (to: string, { usd }: { usd: string }) =>
      write(
        to,
        'Your account was closed',
        `You closed your account. Its API keys no longer work, and the remaining balance of $${usd} was forfeited.`,
        'You can sign up with this address again at any time. If this was not you, contact the operator of this service.',
      ),
  }
}

export type Messages = ReturnType<typeof createMessages>
