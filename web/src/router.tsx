import { pages } from '@footnote/contract/site/pages'
import { TOOLS } from '@footnote/contract/tools'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { queryClient, sessionQuery, walletQuery } from './api/queries.ts'
import { unreachable } from './api/site-error.ts'
import { readUsageSearch } from './pages/usage/usage-search.ts'
import { Fault, FaultPage, NotFoundPage } from './shell/fault-page.tsx'
import { PublicShell } from './shell/public-shell.tsx'
import { RootShell } from './shell/root-shell.tsx'

const root = createRootRouteWithContext<{ queryClient: typeof queryClient }>()({
  component: RootShell,
  errorComponent: FaultPage,
  notFoundComponent: NotFoundPage,
})

/** Reads the page to open after signing in; only paths of this website are accepted. */
function readNext({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {}
}

const visitor = createRoute({
  getParentRoute: () => root,
  id: 'visitor',
  component: lazyPage(() => import('./shell/visitor-shell.tsx'), 'VisitorShell'),
  errorComponent: FaultPage,
  validateSearch: readNext,
  beforeLoad: async ({ context, search }) => {
    const { account } = await context.queryClient.ensureQueryData(sessionQuery)
    if (account) throw redirect({ href: search.next ?? pages.overview, replace: true })
  },
})

const member = createRoute({
  getParentRoute: () => root,
  id: 'member',
  component: lazyPage(() => import('./shell/member-shell.tsx'), 'MemberShell'),
  errorComponent: FaultPage,
  beforeLoad: async ({ context, location }) => {
    const { account } = await context.queryClient.ensureQueryData(sessionQuery)
    if (!account)
      throw redirect({ to: pages.signIn, search: { next: location.href }, replace: true })
  },
  // Loaded before the first page, so that the money notices above it don't push it down.
  loader: ({ context }) => context.queryClient.prefetchQuery(walletQuery),
})

/** Pages for everyone, signed in or not. */
const everybody = createRoute({
  getParentRoute: () => root,
  id: 'everybody',
  component: PublicShell,
  errorComponent: FaultPage,
})

/** The admin area, not found for anyone but operators; the server checks each operation as well. */
const operator = createRoute({
  getParentRoute: () => member,
  id: 'operator',
  beforeLoad: async ({ context }) => {
    const { account } = await context.queryClient.ensureQueryData(sessionQuery)
    if (!account?.is_operator) throw notFound()
  },
  component: lazyPage(() => import('./pages/operator/operator-shell.tsx'), 'OperatorShell'),
})

const home = createRoute({
  getParentRoute: () => everybody,
  path: pages.home,
  component: lazyPage(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})
const prices = createRoute({
  getParentRoute: () => everybody,
  path: pages.prices,
  component: lazyPage(() => import('./pages/prices/prices-page.tsx'), 'PricesPage'),
})
const status = createRoute({
  getParentRoute: () => everybody,
  path: pages.status,
  component: lazyPage(() => import('./pages/status/status-page.tsx'), 'StatusPage'),
})
const shared = createRoute({
  getParentRoute: () => everybody,
  path: pages.shared,
  component: lazyPage(() => import('./pages/shared/shared-page.tsx'), 'SharedPage'),
})
const signIn = createRoute({
  getParentRoute: () => visitor,
  path: pages.signIn,
  component: lazyPage(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})
const signUp = createRoute({
  getParentRoute: () => visitor,
  path: pages.signUp,
  component: lazyPage(() => import('./pages/sign-in/sign-up-page.tsx'), 'SignUpPage'),
})
const secondFactor = createRoute({
  getParentRoute: () => visitor,
  path: pages.secondFactor,
  component: lazyPage(() => import('./pages/sign-in/second-factor-page.tsx'), 'SecondFactorPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => visitor,
  path: pages.forgotPassword,
  component: lazyPage(
    () => import('./pages/sign-in/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
})
/** Works for signed-in readers too: the link decides which account it resets. */
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: pages.resetPassword,
  component: lazyPage(() => import('./pages/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
  errorComponent: FaultPage,
})
const overview = createRoute({
  getParentRoute: () => member,
  path: pages.overview,
  component: lazyPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
})
const access = createRoute({
  getParentRoute: () => member,
  path: pages.access,
  component: lazyPage(() => import('./pages/access/access-page.tsx'), 'AccessPage'),
})
const connect = createRoute({
  getParentRoute: () => member,
  path: pages.connect,
  validateSearch: readConnectSearch,
  component: lazyPage(() => import('./pages/connect/connect-page.tsx'), 'ConnectPage'),
})
const device = createRoute({
  getParentRoute: () => member,
  path: pages.device,
  component: lazyPage(() => import('./pages/device/device-page.tsx'), 'DevicePage'),
})
const wallet = createRoute({
  getParentRoute: () => member,
  path: pages.wallet,
  validateSearch: readReturnSearch,
  component: lazyPage(() => import('./pages/wallet/wallet-page.tsx'), 'WalletPage'),
})
const receipt = createRoute({
  getParentRoute: () => member,
  path: pages.receipt,
  component: lazyPage(() => import('./pages/wallet/receipt-page.tsx'), 'ReceiptPage'),
})
const statement = createRoute({
  getParentRoute: () => member,
  path: pages.statement,
  component: lazyPage(() => import('./pages/wallet/statement-page.tsx'), 'StatementPage'),
})
const testPayment = createRoute({
  getParentRoute: () => member,
  path: pages.testPayment,
  component: lazyPage(() => import('./pages/wallet/test-payment-page.tsx'), 'TestPaymentPage'),
})
const usage = createRoute({
  getParentRoute: () => member,
  path: pages.usage,
  validateSearch: readUsageSearch,
  component: lazyPage(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
})
const team = createRoute({
  getParentRoute: () => member,
  path: pages.team,
  component: lazyPage(() => import('./pages/team/team-page.tsx'), 'TeamPage'),
})
const join = createRoute({
  getParentRoute: () => member,
  path: pages.join,
  validateSearch: readJoinSearch,
  component: lazyPage(() => import('./pages/team/join-page.tsx'), 'JoinPage'),
})
const settings = createRoute({
  getParentRoute: () => member,
  path: pages.settings,
  component: lazyPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})
const tools = createRoute({
  getParentRoute: () => member,
  path: pages.tools,
  beforeLoad: () => {
    throw redirect({ to: pages.answer, replace: true })
  },
})
const toolRoutes = TOOLS.map(tool =>
  createRoute({
    getParentRoute: () => member,
    path: pages[tool],
    component: lazyPage(async () => {
      const { ToolPage } = await import('./pages/tools/tool-page.tsx')
      return { Page: () => <ToolPage key={tool} tool={tool} /> }
    }, 'Page'),
  }),
)
const task = createRoute({
  getParentRoute: () => member,
  path: pages.task,
  component: lazyPage(() => import('./pages/tools/task-page.tsx'), 'TaskPage'),
})
const history = createRoute({
  getParentRoute: () => member,
  path: pages.history,
  component: lazyPage(() => import('./pages/tools/history/history-page.tsx'), 'HistoryPage'),
})
const run = createRoute({
  getParentRoute: () => member,
  path: pages.run,
  component: lazyPage(() => import('./pages/tools/history/run-page.tsx'), 'RunPage'),
})
const compare = createRoute({
  getParentRoute: () => member,
  path: pages.compare,
  component: lazyPage(() => import('./pages/tools/history/compare-page.tsx'), 'ComparePage'),
})
const operatorOverview = createRoute({
  getParentRoute: () => operator,
  path: pages.operator,
  component: lazyPage(() => import('./pages/operator/overview-page.tsx'), 'OperatorOverviewPage'),
})
const operatorAccounts = createRoute({
  getParentRoute: () => operator,
  path: pages.operatorAccounts,
  component: lazyPage(
    () => import('./pages/operator/account/accounts-page.tsx'),
    'OperatorAccountsPage',
  ),
})
const operatorAccount = createRoute({
  getParentRoute: () => operator,
  path: pages.operatorAccount,
  component: lazyPage(
    () => import('./pages/operator/account/account-page.tsx'),
    'OperatorAccountPage',
  ),
})
const operatorPayments = createRoute({
  getParentRoute: () => operator,
  path: pages.operatorPayments,
  component: lazyPage(
    () => import('./pages/operator/payment/payments-page.tsx'),
    'OperatorPaymentsPage',
  ),
})
const operatorHeld = createRoute({
  getParentRoute: () => operator,
  path: pages.operatorHeld,
  component: lazyPage(() => import('./pages/operator/held/held-page.tsx'), 'OperatorHeldPage'),
})
const operatorHealth = createRoute({
  getParentRoute: () => operator,
  path: pages.operatorHealth,
  component: lazyPage(
    () => import('./pages/operator/health/health-page.tsx'),
    'OperatorHealthPage',
  ),
})
const operatorAudits = createRoute({
  getParentRoute: () => operator,
  path: pages.operatorAudits,
  component: lazyPage(() => import('./pages/operator/audit/audits-page.tsx'), 'OperatorAuditsPage'),
})
const operatorActions = createRoute({
  getParentRoute: () => operator,
  path: pages.operatorActions,
  component: lazyPage(
    () => import('./pages/operator/action/actions-page.tsx'),
    'OperatorActionsPage',
  ),
})

export const router = createRouter({
  routeTree: root.addChildren([
    everybody.addChildren([home, prices, status, shared]),
    visitor.addChildren([signIn, signUp, secondFactor, forgotPassword]),
    resetPassword,
    member.addChildren([
      overview,
      access,
      connect,
      device,
      wallet,
      receipt,
      statement,
      testPayment,
      usage,
      team,
      join,
      settings,
      tools,
      ...toolRoutes,
      task,
      history,
      run,
      compare,
      operator.addChildren([
        operatorOverview,
        operatorAccounts,
        operatorAccount,
        operatorPayments,
        operatorHeld,
        operatorHealth,
        operatorAudits,
        operatorActions,
      ]),
    ]),
  ]),
  context: { queryClient },
  defaultPreload: 'intent',
  defaultErrorComponent: Fault,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const PAYMENT_ID = /^[\da-f-]{36}$/i

/** Reads the id of the payment the reader returns from, which the provider adds to the URL. */
function readReturnSearch({ payment }: Record<string, unknown>): { payment?: string } {
  return typeof payment === 'string' && PAYMENT_ID.test(payment) ? { payment } : {}
}

/** Reads the request to connect an app, which the service has signed. */
function readConnectSearch({ request }: Record<string, unknown>): { request?: string } {
  return typeof request === 'string' ? { request } : {}
}

/** Reads the token of an invitation. */
function readJoinSearch({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === 'string' && token !== '' ? { token } : {}
}

/**
 * A page whose code is loaded on demand. If the code is gone because of an update, the router reloads the
 * whole website. If the service can't be reached, that would end on the browser's error page.
 */
function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        await fetch('/healthz', { method: 'HEAD' }).catch(() => {
          throw unreachable()
        })
        throw error
      }),
    name,
  )
}
