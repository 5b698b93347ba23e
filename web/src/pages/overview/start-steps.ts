import type { UsageResponse } from '@footnote/contract/responses'
import type { KeysResponse, SiteWalletResponse } from '@footnote/contract/site/responses'

export interface StartSteps {
  readonly hasKey: boolean
  readonly hasMoney: boolean
  readonly hasCalled: boolean
}

interface Known {
  readonly keys: KeysResponse['keys']
  readonly wallet: Pick<SiteWalletResponse, 'balance_units' | 'held_units'>
  readonly calls: UsageResponse['calls']
}

/**
 * Progress of a new account. An account that has made a call counts as having had a key and money,
 * even if both are gone: nobody starts twice.
 */
export function startSteps({ keys, wallet, calls }: Known): StartSteps {
  const hasCalled = calls.length > 0
  return {
    hasKey: hasCalled || keys.some(key => key.revoked_at === null),
    hasMoney: hasCalled || wallet.balance_units > 0 || wallet.held_units > 0,
    hasCalled,
  }
}

export function isStarted({ hasKey, hasMoney, hasCalled }: StartSteps): boolean {
  return hasKey && hasMoney && hasCalled
}
