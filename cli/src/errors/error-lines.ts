import { pages } from '@footnote/contract/site/pages'
import type { ApiError, ConnectionError, FootnoteError } from '@footnote/sdk'
import type { Circumstances } from '../commands/session.ts'
import { dollars } from '../output/dollars.ts'
import { problemText } from './problem-text.ts'

type Body = ApiError['body']

const LOOK_FIRST = 'It may have been charged; before you ask again, see: footnote usage'
const PAID_BEFORE = 'It was paid when it was submitted; what became of that, see: footnote usage'
/** A page that a message names by its path. */
const DOCS = /(?<=\s)\/docs\b/g
/** After these there is nothing more to come of a task. */
const FINAL = ['QUERY_FAILED_REFUNDED', 'JOB_NOT_FOUND', 'JOB_EXPIRED']

/** Whether there is a task that an error of the way to it leaves as it is. */
export function goesOn({ code }: FootnoteError, { taskId }: Circumstances): boolean {
  return taskId !== undefined && !FINAL.includes(code)
}

/** An error of a call in the words of the command line: what is wrong, the way out, the money. */
export function errorLines(error: FootnoteError, circumstances: Circumstances): string[] {
  const body = 'body' in error ? (error as ApiError).body : undefined
  const { fields = [], address = '' } = circumstances
  const problems = (body?.errors ?? []).map(problem => problemText(problem, fields))
  const message = (body?.message ?? firstSentence(error.message)).replace(DOCS, `${address}$&`)
  return [
    ...(problems.length === 1
      ? [`footnote: ${problems[0]}.`]
      : [`footnote: ${message}`, ...problems.map(problem => `  ${problem}`)]),
    ...wayOut(error, body, circumstances),
    lastLine(error, body, circumstances),
  ].filter(line => line !== '')
}

/** What the library advises after it is for programmers. */
function firstSentence(message: string): string {
  return message.split(/(?<=\.) (?=[A-Z])/)[0] ?? message
}

function wayOut(
  error: FootnoteError,
  body: Body | undefined,
  { address = '' }: Circumstances,
): string[] {
  switch (error.code) {
    case 'INVALID_API_KEY':
      return ['Log in with a valid key: footnote login']
    case 'INSUFFICIENT_BALANCE':
      return [balanceText(body), `Recharge at ${address}${pages.wallet}`]
    case 'NO_REPLY':
      return noReplyAdvice(error as ConnectionError)
    case 'UNEXPECTED_REPLY':
      return [`Is ${address} the address of Footnote? FOOTNOTE_BASE_URL names another.`]
    default:
      return []
  }
}

function noReplyAdvice({ stage }: ConnectionError): string[] {
  if (stage === 'tls') {
    return [
      'Is the certificate valid? To trust another certificate, set NODE_EXTRA_CA_CERTS to its file.',
      'If the service speaks plain HTTP, set FOOTNOTE_BASE_URL to its http:// address.',
    ]
  }
  return [
    'Is the service running? Start a local one with: npm start',
    'To use another address, set FOOTNOTE_BASE_URL.',
  ]
}

function balanceText({ required_usd, balance_usd }: Partial<Body> = {}): string {
  if (required_usd === undefined || balance_usd === undefined) return ''
  return `The call costs ${dollars(required_usd)}, and the wallet holds ${dollars(balance_usd)}.`
}

function lastLine(
  error: FootnoteError,
  body: Body | undefined,
  circumstances: Circumstances,
): string {
  if (goesOn(error, circumstances)) return whatRemains(circumstances)
  const { money, requestId } = error
  const { isPaid = false, taskId } = circumstances
  const request = requestId ? `Request ${requestId}` : ''
  // A look at a task is free, which says nothing of what its submission has cost.
  const ofPrice =
    taskId !== undefined && money === 'not_charged' ? PAID_BEFORE : moneyText(money, body)
  return [isPaid ? ofPrice : '', request].filter(Boolean).join(' ')
}

/** What is left of a call of which nothing else is known. */
export function whatRemains({ isPaid = false, taskId }: Circumstances): string {
  if (taskId !== undefined) return `The task goes on. Come back with: footnote task ${taskId}`
  return isPaid ? LOOK_FIRST : ''
}

function moneyText(money: FootnoteError['money'], body: Body | undefined): string {
  switch (money) {
    case 'not_charged':
      return 'Nothing was charged.'
    case 'refunded': {
      const { billing } = body ?? {}
      if (!billing) return 'Refunded in full.'
      return `Refunded ${dollars(billing.refunded_usd)}, ${dollars(billing.balance_usd)} left.`
    }
    case 'charged':
      return 'It was charged.'
    case 'unknown':
      return LOOK_FIRST
  }
}
