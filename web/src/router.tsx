import { pages } from '@footnote/contract/site/pages'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router'
import { queryClient, sessionQuery, walletQuery } from './api/queries.ts'
import { readUsageSearch } from './pages/usage/usage-search.ts'
import { readReturnSearch } from './pages/wallet/return-search.ts'
import { Fault, FaultPage } from './shell/fault-page.tsx'
import { lazyPage } from './shell/lazy-page.ts'
import { MemberShell } from './shell/member-shell.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { RootShell } from './shell/root-shell.tsx'
import { VisitorShell } from './shell/visitor-shell.tsx'

const root = createRootRouteWithContext<{ queryClient: typeof queryClient }>()({
  component: RootShell,
  errorComponent: FaultPage,
  notFoundComponent: NotFoundPage,
})

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: pages.overview, replace: true })
  },
})

/** Where to go after the sign-in: a path of this website, never another one. */
function readNext({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {}
}

const visitor = createRoute({
  getParentRoute: () => root,
  id: 'visitor',
  component: VisitorShell,
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
  component: MemberShell,
  errorComponent: FaultPage,
  beforeLoad: async ({ context, location }) => {
    const { account } = await context.queryClient.ensureQueryData(sessionQuery)
    if (!account)
      throw redirect({ to: pages.signIn, search: { next: location.href }, replace: true })
  },
  // What is said of the money above every page is known before the first one stands.
  loader: ({ context }) => context.queryClient.prefetchQuery(walletQuery),
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
/** Also for who is signed in elsewhere as somebody: the link decides. */
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
const keys = createRoute({
  getParentRoute: () => member,
  path: pages.keys,
  component: lazyPage(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
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
const settings = createRoute({
  getParentRoute: () => member,
  path: pages.settings,
  component: lazyPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    visitor.addChildren([signIn, signUp, secondFactor, forgotPassword]),
    resetPassword,
    member.addChildren([overview, keys, wallet, receipt, testPayment, usage, settings]),
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
