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
    `If this wasn’t you, set a new password now. That signs out every session and removes every passkey: ${page(pages.forgotPassword)}`

  return {
    confirmEmail: (to: string, { code }: { code: string }) =>
      write(
        to,
        'Confirm your email address',
        `Your code is ${code}. Enter it within ${CODE_MINUTES} minutes on the page that asked for it.`,
        'If you didn’t sign up, ignore this email. Nobody can use this address without the code.',
      ),

    alreadyMember: (to: string) =>
      write(
        to,
        'You already have an account',
        'Someone, probably you, tried to use this email address for an account. It already has one, and nothing has changed.',
        `Sign in: ${page(pages.signIn)}\nReset your password: ${page(pages.forgotPassword)}`,
        'If this wasn’t you, ignore this email.',
      ),

    resetPassword: (to: string, { token }: { token: string }) =>
      write(
        to,
        'Set a new password',
        `Open this link within ${LINK_MINUTES} minutes to set a new password. It works once:`,
        page(`${pages.resetPassword}?token=${encodeURIComponent(token)}`),
        'If you didn’t request this, ignore this email. Your password stays the same.',
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
        'Confirm your new email address',
        `Your code is ${code}. Enter it in Settings within ${CODE_MINUTES} minutes to use this email address for your account.`,
        'If you didn’t request this, ignore this email. Nothing changes without the code.',
      ),

    emailChanged: (to: string, { email }: { email: string }) =>
      write(
        to,
        'Your email address was changed',
        `Your account now uses ${email}. We send all future email there.`,
        'If this wasn’t you, contact the operator of this service right away. Only the new address can reset the password now.',
      ),

    twoFactorOn: (to: string) =>
      write(
        to,
        'Two-factor authentication is on',
        'Signing in now also requires a code from your authenticator app. Keep your backup codes somewhere safe: each works once in place of the app.',
        notYou(),
      ),

    twoFactorOff: (to: string) =>
      write(
        to,
        'Two-factor authentication is off',
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

    passkeyAdded: (to: string, { name }: { name: string }) =>
      write(
        to,
        'A passkey was added',
        `The passkey “${name}” was added to your account. It signs you in without your password or a code.`,
        notYou(),
      ),

    passkeyRemoved: (to: string, { name }: { name: string }) =>
      write(
        to,
        'A passkey was removed',
        `The passkey “${name}” was removed from your account and no longer signs you in.`,
        notYou(),
      ),

    accountClosed: (to: string, { usd }: { usd: string }) =>
      write(
        to,
        'Your account was closed',
        `Your account was closed. Its API keys no longer work, and its remaining balance of $${usd} was forfeited.`,
        'You can sign up with this address again at any time. If this wasn’t you, contact the operator of this service.',
      ),
  }
}

export type Messages = ReturnType<typeof createMessages>
