import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'
import { PASSWORD } from './sign-up.ts'

/** Fills in and submits the sign-in form. */
export async function signIn(
  page: Page,
  { email, password = PASSWORD }: { email: string; password?: string },
): Promise<void> {
  if (new URL(page.url()).pathname !== pages.signIn) await page.goto(pages.signIn)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
