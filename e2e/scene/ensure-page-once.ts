import { inTurn } from '@footnote/platform/testing/in-turn'
import { ensurePage } from './ensure-page.ts'

/** For tests: several files may start at once, and one build is enough work for a machine. */
export const ensurePageOnce = (): Promise<void> => inTurn(ensurePage)
