import { errors } from '@footnote/contract/errors'
import { pages } from '@footnote/contract/site/pages'
import type { ApiError, FootnoteError } from '@footnote/sdk'
import { dollars } from './dollars.ts'
import { problemText } from './problem-text.ts'
import type { Circumstances } from './session.ts'

type Body = ApiError['body']

/** An error of a call in the words of the command line: what is wrong, the way out, the money. */
export function errorLines(error: FootnoteError, circumstances: Circumstances): string[] {
  const body = 'body' in error ? (error as ApiError).body : undefined
  const { fields = [] } = circumstances
  return [
    `footnote: ${body ? headline(body) : firstSentence(error.message)}`,
    ...(body?.errors ?? []).map(problem => `  ${problemText(problem, fields)}`),
    ...wayOut(error.code, body, circumstances),
    lastLine(error, body, circumstances),
  ].filter(line => line !== '')
}

/** Where problems are listed below, the message of the reply would only repeat the first of them. */
function headline({ code, message, errors: problems = [] }: Body): string {
  return problems.length > 0 && isKnown(code) ? errors[code].message : message
}

function isKnown(code: string): code is keyof typeof errors {
  return Object.hasOwn(errors, code)
}

/** What the library advises after it is for programmers. */
function firstSentence(message: string): string {
  return message.split(/(?<=\.) (?=[A-Z])/)[0] ?? message
}

function wayOut(code: string, body: Body | undefined, { address = '' }: Circumstances): string[] {
  switch (code) {
    case 'INVALID_API_KEY':
      return ['Log in with a valid key: footnote login']
    case 'INSUFFICIENT_BALANCE':
      return [balanceText(body), `Recharge at ${address}${pages.wallet}`]
    case 'NO_REPLY':
      return [
        'Is the service running? On your own machine it is started with: npm start',
        'Another address is set with FOOTNOTE_BASE_URL.',
      ]
    case 'UNEXPECTED_REPLY':
      return [`Is ${address} the address of Footnote? FOOTNOTE_BASE_URL names another.`]
    default:
      return []
  }
}

function balanceText({ required_usd, balance_usd }: Partial<Body> = {}): string {
  if (required_usd === undefined || balance_usd === undefined) return ''
  return `The call costs ${dollars(required_usd)}, and the wallet holds ${dollars(balance_usd)}.`
}

function lastLine(
  { money, requestId }: FootnoteError,
  body: Body | undefined,
  { isPaid = false, taskId }: Circumstances,
): string {
  if (taskId !== undefined) return `The task goes on. Come back with: footnote task ${taskId}`
  const request = requestId ? `Request ${requestId}` : ''
  return [isPaid ? moneyText(money, body) : '', request].filter(Boolean).join(' ')
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
      return 'It may have been charged; before you ask again, see: footnote usage'
  }
}
