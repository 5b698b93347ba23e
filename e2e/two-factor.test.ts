import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { authenticatorCode } from '../server/src/testing/scenes/authenticator-code.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { openMember } from './scene/open-member.ts'
import { signIn } from './scene/sign-in.ts'
import { signOut } from './scene/sign-out.ts'
import { PASSWORD } from './scene/sign-up.ts'

describeWebsite('two-factor authentication', scene => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

  /** Sets it up as far as the code, and returns the secret and the backup codes. */
  async function startSetup(page: Page): Promise<{ secret: string; backupCodes: string[] }> {
    await page.goto(pages.settings)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await page.getByRole('button', { name: 'Copy secret' }).click()
    await page.getByText('Copied').waitFor()
    const secret = await page.evaluate<string>('navigator.clipboard.readText()')
    const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
    return { secret, backupCodes: await codes.allInnerTexts() }
  }

  it('is required at each sign-in once on, accepts each backup code once, and can be turned off', async () => {
    const { page, member } = await openMember(scene, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { email } = member
    const { secret, backupCodes } = await startSetup(page)
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(authenticatorCode(secret))
    await page.getByText('Two-factor authentication is on.').waitFor()

    await signOut(page)
    await signIn(page, { email })
    await heading(page, 'Two-factor authentication')
    await page.goto(pages.access)
    await heading(page, 'Sign in')
    await signIn(page, { email })
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill('000000')
    await page.getByText('That code is wrong or expired').waitFor()
    // The current code was used to turn it on.
    await page
      .getByRole('textbox', { name: 'Code', exact: true })
      .fill(authenticatorCode(secret, { periods: 1 }))
    await heading(page, 'Access')

    const [backupCode = ''] = backupCodes
    await signOut(page)
    await signIn(page, { email })
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(backupCode)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(page, 'Welcome')
    await signOut(page)
    await signIn(page, { email })
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(backupCode)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('That code is wrong or expired').waitFor()
    await page.getByLabel('Backup code').fill(backupCodes[1] ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(page, 'Welcome')

    await page.goto(pages.settings)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Two-factor authentication is off').waitFor()
    await signOut(page)
    await signIn(page, { email })
    await heading(page, 'Welcome')
  })

  it('stays off until a code is entered', async () => {
    const { page, member } = await openMember(scene, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { backupCodes } = await startSetup(page)
    expect(new Set(backupCodes).size).toBeGreaterThanOrEqual(8)
    await signOut(page)
    await signIn(page, { email: member.email })
    await heading(page, 'Welcome')
  })
})
