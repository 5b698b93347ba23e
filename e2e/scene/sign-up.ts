import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'
import type { TestWebsite } from '../../server/src/testing/scenes/start-website.ts'
import { readCode } from './read-code.ts'

export const PASSWORD = 'correct horse battery'

/** Signs up with the emailed code, up to the overview. */
export async function signUp(
  page: Page,
  { email, readMail }: { email: string; readMail: TestWebsite['readMail'] },
): Promise<void> {
  await page.goto(pages.signUp)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  // The last digit sends the form.
  await page
    .getByRole('textbox', { name: 'Code', exact: true })
    .fill(readCode(await readMail(email)))
  await page.waitForURL(`**${pages.overview}`)
}
