import { inTurn } from '@footnote/platform/testing/in-turn'
import { ensurePage } from './ensure-page.ts'

/** Builds the page once, even if several test files start at the same time. */
export const ensurePageOnce = (): Promise<void> => inTurn(ensurePage)
