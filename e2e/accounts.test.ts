import { pages } from '@footnote/contract/site/pages'
import { waitFor } from '@footnote/platform/testing/wait-for'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createAccount } from '../server/src/accounts/accounts.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { openMember } from './scene/open-member.ts'
import { readCode } from './scene/read-code.ts'
import { signIn } from './scene/sign-in.ts'
import { signOut } from './scene/sign-out.ts'
import { PASSWORD, signUp } from './scene/sign-up.ts'

const NEW_PASSWORD = 'another horse battery'

describeWebsite('accounts', scene => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
  const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
  const readMail = (to: string) => scene.site.readMail(to)
  const mailAbout = (to: string, subject: string) =>
    waitFor(`the message "${subject}"`, () => scene.site.readMail(to, subject))

  /** Signs in from another browser, on a page that sends no requests by itself for a while. */
  async function openElsewhere(email: string): Promise<Page> {
    const page = await scene.openPage({ userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/150.0' })
    await page.goto(`${pages.signIn}?next=${pages.wallet}`)
    await signIn(page, { email })
    await heading(page, 'Wallet')
    return page
  }

  it('signs up with the emailed code, signs out and in again', async () => {
    const page = await scene.openPage()
    await signUp(page, { email: 'ada@example.com', readMail })
    await heading(page, 'Welcome')
    await says(page, 'ada@example.com')

    await signOut(page)
    await page.goto(pages.wallet)
    await heading(page, 'Sign in')
    await signIn(page, { email: 'ada@example.com', password: 'not that horse battery' })
    await says(page, 'Incorrect email or password')
    await signIn(page, { email: 'Ada@Example.com' })
    await page.waitForURL(`**${pages.wallet}`)
    await heading(page, 'Wallet')
  })

  it('rejects a wrong code and still accepts the right one', async () => {
    const page = await scene.openPage()
    await page.goto(pages.signUp)
    await page.getByLabel('Email').fill('wrong-code@example.com')
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading(page, 'Check your email')
    const code = readCode(await readMail('wrong-code@example.com'))
    await page
      .getByRole('textbox', { name: 'Code', exact: true })
      .fill(code === '000000' ? '111111' : '000000')
    await says(page, 'That code is wrong or expired')
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
    await page.waitForURL(`**${pages.overview}`)
  })

  it('resets a password with an emailed link that works once', async () => {
    const { page, member } = await openMember(scene)
    const visitor = await scene.openPage()
    await visitor.goto(pages.signIn)
    await visitor.getByRole('link', { name: 'Forgot password' }).click()
    await visitor.getByLabel('Email').fill(member.email)
    await visitor.getByRole('button', { name: 'Send link' }).click()
    await heading(visitor, 'Check your email')
    const { text } = await mailAbout(member.email, 'Set a new password')
    const link = /^http\S+token=\S+$/m.exec(text)?.[0] ?? ''

    await visitor.goto(link)
    await visitor.getByRole('textbox', { name: 'New password', exact: true }).fill(NEW_PASSWORD)
    expect(visitor.url()).not.toContain('token')
    await visitor.getByRole('button', { name: 'Set password' }).click()
    await says(visitor, 'Password changed')
    await signIn(visitor, { email: member.email })
    await says(visitor, 'Incorrect email or password')
    await signIn(visitor, { email: member.email, password: NEW_PASSWORD })
    await heading(visitor, 'Welcome')

    // Every session is signed out, and the link is used up.
    await page.goto(pages.access)
    await heading(page, 'Sign in')
    await page.goto(link)
    await page
      .getByRole('textbox', { name: 'New password', exact: true })
      .fill('a third horse battery')
    await page.getByRole('button', { name: 'Set password' }).click()
    await heading(page, 'This link doesn’t work')
  })

  it('signs out every other session and sends an email when the password changes', async () => {
    const { page, member } = await openMember(scene)
    const other = await openElsewhere(member.email)
    await page.goto(pages.settings)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page
      .getByRole('textbox', { name: 'Current password', exact: true })
      .fill('not that horse battery')
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change password', exact: true }).click()
    await says(page, 'Incorrect password')
    await page.getByRole('textbox', { name: 'Current password', exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password', exact: true }).click()
    await says(page, 'signed out everywhere else')
    await other.getByRole('link', { name: 'Settings' }).click()
    await heading(other, 'Sign in')
    await signIn(other, { email: member.email, password: NEW_PASSWORD })
    await heading(other, 'Settings')
    await mailAbout(member.email, 'Your password was changed')
  })

  it('confirms a new email with a code and notifies the old one', async () => {
    const { page, member } = await openMember(scene)
    await page.goto(pages.settings)
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByLabel('New email').fill('moved@example.com')
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('textbox', { name: 'Code', exact: true }).waitFor()
    await page
      .getByRole('textbox', { name: 'Code', exact: true })
      .fill(readCode(await readMail('moved@example.com')))
    await says(page, 'Email changed')
    await mailAbout(member.email, 'Your email address was changed')

    await signOut(page)
    await signIn(page, { email: member.email })
    await says(page, 'Incorrect email or password')
    await signIn(page, { email: 'moved@example.com' })
    await says(page, 'moved@example.com')
  })

  it('switches mail off by keyboard, for this visit and the next', async () => {
    const { page } = await openMember(scene)
    await page.goto(pages.settings)
    const choice = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
    await choice('New API key').focus()
    const saved = page.waitForResponse(/mail-choices$/)
    await page.keyboard.press('Space')
    expect((await saved).status()).toBe(200)
    await page.reload()
    await choice('Low balance').waitFor()
    expect(await choice('New API key').isChecked()).toBe(false)
    expect(await choice('Low balance').isChecked()).toBe(true)
  })

  it('ends a session from another browser, whose next action leads to the sign-in page', async () => {
    const { page, member } = await openMember(scene)
    const other = await openElsewhere(member.email)
    await page.goto(pages.settings)
    await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
    await says(page, 'Signed out Firefox on Linux')
    await other.getByRole('link', { name: 'Usage' }).click()
    await heading(other, 'Sign in')
    await page.reload()
    await heading(page, 'Settings')
  })

  it('forfeits exactly the shown balance on closing, and the email can sign up again', async () => {
    const { page, member } = await openMember(scene)
    const { email } = member
    await giveMoney(scene.site.database, member.accountId, '12.34')
    await page.goto(pages.settings)
    await page.getByRole('button', { name: 'Close account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close your account?' })
    await dialog.getByText('Your balance is $12.34').waitFor()
    await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Type $12.34 to forfeit it').fill('12')
    await dialog.getByRole('button', { name: 'Close account permanently' }).click()
    await dialog.getByText('Type $12.34 to confirm.').waitFor()
    await dialog.getByLabel('Type $12.34 to forfeit it').fill('12.34')
    await dialog.getByRole('button', { name: 'Close account permanently' }).click()
    await says(page, 'Your account is closed')
    await signIn(page, { email })
    await says(page, 'Incorrect email or password')

    await signUp(page, { email, readMail })
    await page.goto(pages.wallet)
    await says(page, 'No transactions yet')
  })

  it('hands an account created on the command line, with its money, to the owner of its email', async () => {
    const { database } = scene.site
    const accountId = await createAccount(database, { email: 'operator@example.com' })
    await giveMoney(database, accountId ?? '', '7.5')
    const page = await scene.openPage()
    await signUp(page, { email: 'operator@example.com', readMail })
    await page.goto(pages.wallet)
    await page.getByRole('region', { name: 'Balance' }).getByText('$7.50').waitFor()
    await page.getByRole('cell', { name: 'Credit · gift' }).waitFor()
  })
})
