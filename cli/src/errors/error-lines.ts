import type { Problem } from '@footnote/contract/problem'
import { pages } from '@footnote/contract/site/pages'
import type { ApiError, ConnectionError, FootnoteError } from '@footnote/sdk'
import { inOptions } from '../commands/option-names.ts'
import type { RequestField } from '../commands/request-fields.ts'
import type { Circumstances } from '../commands/session.ts'
import { dollars } from '../output/money-text.ts'

type Body = ApiError['body']

const CHECK_USAGE = 'You may have been charged. Before you try again, run: footnote usage'
const CHARGED_BEFORE =
  'The task was charged when it was submitted. To see its outcome, run: footnote usage'
/** A documentation page that a message names by its path. */
const DOCS = /(?<=\s)\/docs\b/g
/** Errors after which a task has nothing more to deliver. */
const FINAL = ['QUERY_FAILED_REFUNDED', 'JOB_NOT_FOUND', 'JOB_EXPIRED']
const QUESTION_FIELDS = ['query', 'input']

/** Returns whether there is a task that keeps running despite the error. */
export function keepsRunning({ code }: FootnoteError, { taskId }: Circumstances): boolean {
  return taskId !== undefined && !FINAL.includes(code)
}

/** Describes a failed call in terms of the command line: the cause, the next step, the money. */
export function errorLines(error: FootnoteError, circumstances: Circumstances): string[] {
  const body = 'body' in error ? (error as ApiError).body : undefined
  const { fields = [], address = '' } = circumstances
  const problems = (body?.errors ?? []).map(problem => problemText(problem, fields))
  const message = (body?.message ?? firstSentence(error.message)).replace(DOCS, `${address}$&`)
  return [
    ...(problems.length === 1
      ? [`footnote: ${problems[0]}.`]
      : [`footnote: ${message}`, ...problems.map(problem => `  ${problem}`)]),
    ...advice(error, body, circumstances),
    lastLine(error, body, circumstances),
  ].filter(line => line !== '')
}

/** Drops the SDK's advice, which is for programmers. */
function firstSentence(message: string): string {
  return message.split(/(?<=\.) (?=[A-Z])/)[0] ?? message
}

function advice(
  error: FootnoteError,
  body: Body | undefined,
  { address = '' }: Circumstances,
): string[] {
  switch (error.code) {
    case 'INVALID_API_KEY':
      return ['To log in with another key, run: footnote login']
    case 'INSUFFICIENT_BALANCE':
      return [balanceText(body), `Recharge at ${address}${pages.wallet}`]
    case 'NO_REPLY':
      return noReplyAdvice(error as ConnectionError)
    case 'UNEXPECTED_REPLY':
      return [`Check that ${address} is your Footnote service, or set FOOTNOTE_BASE_URL.`]
    default:
      return []
  }
}

function noReplyAdvice({ stage }: ConnectionError): string[] {
  if (stage === 'tls') {
    return [
      'Check the certificate. To trust another one, set NODE_EXTRA_CA_CERTS to its file.',
      'If the service uses plain HTTP, set FOOTNOTE_BASE_URL to its http:// address.',
    ]
  }
  return [
    'Check that the service is running. If you run it yourself, start it with: npm start',
    'To use another address, set FOOTNOTE_BASE_URL.',
  ]
}

function balanceText({ required_usd, balance_usd }: Partial<Body> = {}): string {
  if (required_usd === undefined || balance_usd === undefined) return ''
  return `The call costs ${dollars(required_usd)} and your balance is ${dollars(balance_usd)}.`
}

function lastLine(
  error: FootnoteError,
  body: Body | undefined,
  circumstances: Circumstances,
): string {
  if (keepsRunning(error, circumstances)) return nextStep(circumstances)
  const { money, requestId } = error
  const { isPaid = false, taskId } = circumstances
  const request = requestId ? `Request: ${requestId}` : ''
  // Polling is free, which says nothing about the charge for the task.
  const outcome =
    taskId !== undefined && money === 'not_charged' ? CHARGED_BEFORE : moneyText(money, body)
  return [isPaid ? outcome : '', request].filter(Boolean).join(' ')
}

/** Says what to do about a call whose outcome is unknown. */
export function nextStep({ isPaid = false, taskId }: Circumstances): string {
  if (taskId !== undefined) {
    return `The task keeps running. To get its report, run: footnote task ${taskId}`
  }
  return isPaid ? CHECK_USAGE : ''
}

function moneyText(money: FootnoteError['money'], body: Body | undefined): string {
  switch (money) {
    case 'not_charged':
      return 'Nothing was charged.'
    case 'refunded': {
      const { billing } = body ?? {}
      if (!billing) return 'Refunded in full.'
      return `Refunded: ${dollars(billing.refunded_usd)}. Balance: ${dollars(billing.balance_usd)}.`
    }
    case 'charged':
      return 'The call was charged.'
    case 'unknown':
      return CHECK_USAGE
  }
}

/** Describes a problem in a request by the option that caused it. */
function problemText({ path, message }: Problem, fields: readonly RequestField[]): string {
  return `${place(members(path), fields)} ${inOptions(message)}`
}

function place(path: readonly string[], fields: readonly RequestField[]): string {
  const [first] = path
  if (first === undefined) return 'The request'
  if (QUESTION_FIELDS.includes(first)) return 'The question'
  if (first === 'output_schema') {
    const inside = path.slice(1)
    return inside.length === 0 ? '--schema' : `--schema at /${inside.join('/')}`
  }
  const field = fields.find(({ path: own }) => own.every((name, index) => path[index] === name))
  if (!field) return `/${path.join('/')}`
  const position = path[field.path.length]
  const flag = field.option.long ?? ''
  return position === undefined ? flag : `${flag} number ${Number(position) + 1}`
}

function members(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(member => member.replaceAll('~1', '/').replaceAll('~0', '~'))
}
