import type { SessionResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import type { RunAudit } from '../../admin/run-audit.ts'
import type { Payments } from '../../payments/payments.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { AppDependencies } from '../route.ts'

/** Everything that the website's operations need; made once at start. */
export interface SiteDependencies {
  readonly database: Database
  readonly runAudit: RunAudit
  readonly signIn: SignIn
  readonly payments: Payments
  /** What this service offers. */
  readonly offer: SessionResponse['service']
  readonly operatorsNeedTwoFactor: boolean
  /** Undefined where the embedded engine answers. */
  readonly upstreamHost: string | undefined
  readonly engine: { readonly health: { readonly isRunning: boolean; readonly restarts: number } }
  /** Whether an origin is the website's own. */
  readonly isOwnOrigin: (origin: string) => boolean
  /** What the API's own operations run on: a call from a page takes the same way. */
  readonly api: AppDependencies
}
