import { byTool, type Tool, tools } from '../tools.ts'

const toolPages = byTool(tool => tools[tool].page) as {
  readonly [Name in Tool]: (typeof tools)[Name]['page']
}

/**
 * Every page of the website by its name. The server answers these with the page, anything else with the
 * page and 404; the page finds its way by the same table.
 */
export const pages = {
  home: '/',
  prices: '/prices',
  status: '/status',
  shared: '/shared/$shareId',
  signIn: '/sign-in',
  signUp: '/sign-up',
  secondFactor: '/second-factor',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  overview: '/overview',
  access: '/access',
  connect: '/connect',
  device: '/device',
  wallet: '/wallet',
  receipt: '/wallet/receipts/$paymentId',
  statement: '/wallet/statements/$month',
  testPayment: '/wallet/test-payment/$paymentId',
  usage: '/usage',
  team: '/team',
  join: '/join',
  settings: '/settings',
  tools: '/tools',
  ...toolPages,
  task: '/tools/tasks/$taskId',
  history: '/tools/history',
  run: '/tools/history/$runId',
  compare: '/tools/history/$first/$second',
  operator: '/operator',
  operatorAccounts: '/operator/accounts',
  operatorAccount: '/operator/accounts/$accountId',
  operatorPayments: '/operator/payments',
  operatorHeld: '/operator/held',
  operatorHealth: '/operator/health',
  operatorAudits: '/operator/audits',
  operatorActions: '/operator/actions',
} as const

/** Pages that moved, by their old path; bookmarks and messages still hold it. */
export const movedPages: Readonly<Record<string, string>> = {
  '/keys': pages.access,
  '/webhooks': `${pages.access}#webhooks`,
}

export type PageName = keyof typeof pages
