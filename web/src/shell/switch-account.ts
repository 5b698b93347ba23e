import { pages } from '@footnote/contract/site/pages'
import { callSite } from '../api/call-site.ts'
import { openFresh } from './forget-memory.ts'

/** Works for another account from now on. Every other tab of this browser notices by its next request. */
export async function switchAccount(accountId: string): Promise<void> {
  await callSite('switch_account', { body: { account_id: accountId } })
  openFresh(pages.overview)
}
