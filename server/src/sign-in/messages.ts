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
    `If it was not you, set a new password at once, which signs everybody out: ${page(pages.forgotPassword)}`

  return {
    confirmEmail: (to: string, { code }: { code: string }) =>
      write(
        to,
        'Confirm your e-mail address',
        `Your code is ${code}. Enter it on the page where you signed up; it is good for ${CODE_MINUTES} minutes.`,
        'If you did not sign up, ignore this message: without the code nobody gets an account with this address.',
      ),

    alreadyMember: (to: string) =>
      write(
        to,
        'You have an account already',
        'Somebody, probably you, tried to use this address for an account. There is one already, and nothing about it has changed.',
        `Sign in: ${page(pages.signIn)}\nIf you forgot the password: ${page(pages.forgotPassword)}`,
        'If it was not you, ignore this message.',
      ),

    resetPassword: (to: string, { token }: { token: string }) =>
      write(
        to,
        'Set a new password',
        `Open this link to set a new password. It works once, within ${LINK_MINUTES} minutes:`,
        page(`${pages.resetPassword}?token=${encodeURIComponent(token)}`),
        'If you did not ask for it, ignore this message: your password stays as it is.',
      ),

    passwordChanged: (to: string) =>
      write(
        to,
        'Your password was changed',
        'The password of your account was changed, and all other sessions were signed out.',
        notYou(),
      ),

    confirmNewEmail: (to: string, { code }: { code: string }) =>
      write(
        to,
        'Confirm your new e-mail address',
        `Your code is ${code}. Enter it in the settings to use this address for your account; it is good for ${CODE_MINUTES} minutes.`,
        'If you did not ask for it, ignore this message: nothing changes without the code.',
      ),

    emailChanged: (to: string, { email }: { email: string }) =>
      write(
        to,
        'Your e-mail address was changed',
        `Your account now belongs to ${email}, and messages go there. This is the last one to this address.`,
        'If it was not you, write to whoever runs this service: the new address can set a new password, the old one cannot.',
      ),

    twoFactorOn: (to: string) =>
      write(
        to,
        'Two-factor sign-in is on',
        'From now on, signing in also takes a code of your authenticator. Keep the backup codes somewhere safe: each of them replaces it once.',
        notYou(),
      ),

    twoFactorOff: (to: string) =>
      write(
        to,
        'Two-factor sign-in is off',
        'Signing in no longer takes a code of your authenticator.',
        notYou(),
      ),

    newBackupCodes: (to: string) =>
      write(
        to,
        'New backup codes were made',
        'New backup codes were made for your account; the old ones no longer work.',
        notYou(),
      ),

    accountClosed: (to: string, { usd }: { usd: string }) =>
      write(
        to,
        'Your account was closed',
        `Your account was closed as you asked. Its keys no longer work, and the balance of ${usd} USD that was left was given up.`,
        'You can sign up with this address again at any time. If it was not you, write to whoever runs this service.',
      ),
  }
}

export type Messages = ReturnType<typeof createMessages>
