import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'
import { open, type PageState, pressing } from './show-page.ts'

const OWNER = 'katherine.johnson@example.com'

/** The team of an account, and its members' and guests' view of it. */
export const teamStates: readonly PageState[] = [
  { name: 'team-alone', viewer: 'newcomer', show: open(pages.team) },
  { name: 'team', viewer: 'regular', show: showTeam },
  { name: 'team-remove', viewer: 'regular', show: showDialog(/^Remove alan/) },
  { name: 'team-transfer', viewer: 'regular', show: showDialog(/^Make owner… alan/) },
  { name: 'team-member', viewer: 'newcomer', show: asMember(pages.team, 'developer') },
  { name: 'team-switch', viewer: 'newcomer', show: showSwitch },
  { name: 'access-viewer', viewer: 'regular', show: asMember(pages.access, 'viewer') },
  { name: 'wallet-viewer', viewer: 'regular', show: asMember(pages.wallet, 'viewer') },
  { name: 'answer-viewer', viewer: 'regular', show: asMember(pages.answer, 'viewer') },
  { name: 'join', viewer: 'newcomer', show: showInvitation },
  { name: 'join-expired', viewer: 'newcomer', show: open(`${pages.join}?token=old`) },
]

async function showTeam(page: Page): Promise<void> {
  await open(pages.team)(page)
  await page.getByRole('table', { name: 'History' }).waitFor()
}

function showDialog(button: RegExp) {
  return async (page: Page): Promise<void> => {
    await pressing(pages.team, button)(page)
    await page.getByRole('dialog').waitFor()
  }
}

/** Shows a page as to a member of somebody else's account. */
function asMember(path: string, role: 'developer' | 'viewer') {
  return async (page: Page): Promise<void> => {
    await page.route('**/site/session', async route => {
      const response = await route.fetch()
      const session = await response.json()
      const { account } = session
      account.role = role
      account.accounts = [
        { account_id: crypto.randomUUID(), owner_email: account.email, role: 'owner' },
        { account_id: account.account_id, owner_email: OWNER, role },
      ]
      await route.fulfill({ response, json: session })
    })
    await open(path)(page)
    await page.getByText(`in the account of ${OWNER}`).waitFor()
  }
}

async function showSwitch(page: Page): Promise<void> {
  await asMember(pages.settings, 'developer')(page)
  await page.getByText('Switch account').filter({ visible: true }).click()
  await page.getByRole('button', { name: OWNER }).filter({ visible: true }).waitFor()
}

async function showInvitation(page: Page): Promise<void> {
  await page.route('**/site/invitations/describe', route =>
    route.fulfill({
      json: {
        ...{ owner_email: OWNER, invited_by: OWNER, role: 'developer' },
        expires_at: new Date(Date.now() + 604_800_000).toISOString(),
      },
    }),
  )
  await open(`${pages.join}?token=some`)(page)
}
