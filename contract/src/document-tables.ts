import { ERROR_CODES, type ErrorCode, errorEntry } from './errors.ts'
import { formats } from './formats.ts'
import { limits } from './limits.ts'
import { isAlwaysTask, type Price, prices } from './prices.ts'
import { taskStateMeanings } from './progress-text.ts'
import { refundCauses } from './refund-causes.ts'
import { TASK_STATES } from './responses.ts'
import { EFFORTS, effortsOf, TOOLS, toolName, tools } from './tools.ts'
import { usdText } from './usd-text.ts'

/** The tables that OpenAPI and the documentation both show, as Markdown. */

export function pricesTable(): string {
  return markdownTable(
    ['Tool', 'Effort', 'USD per call'],
    prices.map(({ tool, effort, costUnits }) => [toolName(tool), effort ?? '', usdText(costUnits)]),
  )
}

/** One row for each tool: the questions it suits, and what it gives. */
export function toolsTable(): string {
  return markdownTable(
    ['Tool', 'Use it for', 'What you get'],
    TOOLS.map(tool => {
      const { path, suits, question, gives } = tools[tool]
      const most = count(question.mostCharacters)
      return [
        `[\`POST ${path}\`](/docs/reference#${tool})`,
        `${suits}, up to ${most} characters`,
        gives,
      ]
    }),
  )
}

/** One row for each effort: what each tool charges for it, and what it is for. */
export function effortsTable(): string {
  const columns = TOOLS.filter(tool => effortsOf(tool).length > 0)
  const rows = EFFORTS.map(effort => {
    const own = prices.filter(price => price.effort === effort)
    const cells = columns.map(tool => priceCell(own.find(price => price.tool === tool)))
    return [`\`${effort}\``, ...cells, own[0]?.purpose ?? '']
  })
  return markdownTable(['`research_effort`', ...columns.map(toolName), 'What you get'], rows)
}

function priceCell(price: Price | undefined): string {
  if (!price) return ''
  const { tool, effort, costUnits } = price
  const notes = [
    tools[tool].defaultEffort === effort && 'default',
    isAlwaysTask(price) && 'background task',
  ].filter(Boolean)
  // A non-breaking space keeps the amount and its currency on one line.
  const amount = `${usdText(costUnits)}\u00a0USD`
  return notes.length > 0 ? `${amount} (${notes.join(', ')})` : amount
}

export function statesTable(): string {
  return markdownTable(
    ['State', 'Meaning', 'Next'],
    TASK_STATES.map(state => {
      const { meaning, next } = taskStateMeanings[state]
      return [`\`${state}\``, meaning, next.length > 0 ? next.join(', ') : 'final']
    }),
  )
}

/** A character is a Unicode code point. */
export function limitsTable(): string {
  return markdownTable(
    ['Limit', 'Value'],
    limitRows().map(({ limit, value }) => [limit, value]),
  )
}

export function formatsTable(): string {
  return markdownTable(
    ['Format', 'Value'],
    Object.entries(formats).map(([name, { message }]) => [`\`${name}\``, message]),
  )
}

export function errorsTable(): string {
  return markdownTable(
    ['Error', 'Status', 'When', 'What to do', 'Send again'],
    ERROR_CODES.map(code => {
      const { status, condition, message } = errorEntry(code)
      return [`\`${code}\``, String(status), condition, message, retryAdvice(code)]
    }),
  )
}

/** Lists each message once, even if several causes share it. */
export function refundsTable(): string {
  const sentences = new Map(
    Object.values(refundCauses).map(({ message, mayPass }) => [message, mayPass]),
  )
  return markdownTable(
    ['Message', 'Send again'],
    [...sentences].map(([message, mayPass]) => [message, mayPass ? 'yes' : 'change it first']),
  )
}

function retryAdvice(code: ErrorCode): string {
  const { status, retryAfterSeconds } = errorEntry(code)
  // The call may have been charged: its pause alone does not make another attempt safe.
  if (code === 'BILLING_UNAVAILABLE') return 'after you check your usage'
  if (code === 'QUERY_FAILED_REFUNDED') return 'if the message says so'
  // The limit on refunds may ask for a longer pause than the limit on running calls.
  if (code === 'RATE_LIMITED') return 'after `Retry-After`'
  if (retryAfterSeconds !== undefined) return `after ${retryAfterSeconds} seconds`
  return status >= 500 ? 'yes' : 'change it first'
}

/** Formats a table in GitHub's Markdown. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  // In CommonMark a bare <word> would count as HTML and vanish.
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replace(/[|<]/g, '\\$&')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

interface LimitRow {
  /** Has names of the wire in backticks. */
  readonly limit: string
  readonly value: string
}

/** Typed by the table of limits, so that a new limit cannot stay undocumented. */
const rows: { [Name in keyof typeof limits]: (value: (typeof limits)[Name]) => LimitRow } = {
  queryCharacters: most => row('`query` of an answer', `${count(most)} characters`),
  inputCharacters: most => row('`input` of research', `${count(most)} characters`),
  domainsPerList: most => row('Each domain list', `${count(most)} items`),
  bodyBytes: most => row('Request body', `${count(most)} bytes`),
  outputSchemaLevels: most => row('Nested objects and arrays in `output_schema`', `${most} levels`),
  outputSchemaProperties: most => row('Properties in `output_schema`', `${count(most)} in total`),
  outputSchemaJsonDepth: most =>
    row('Nested JSON of any kind in `output_schema`', `${most} levels`),
  outputSchemaPlaces: most =>
    row('Values of any kind in `output_schema`', `${count(most)} in total`),
  reportedProblems: most => row('Problems listed in one error', count(most)),
  usageCalls: most => row('Calls in the usage history', `the latest ${count(most)}`),
  taskLifetimeHours: hours => row('Time to retrieve a task’s result', `${hours} hours`),
  holdResultMinutes: minutes =>
    row('Time to retrieve the result of a synchronous call again', `${minutes} minutes`),
  minimumRechargeUsd: least => row('Wallet recharge', `at least ${least} USD`),
  webhooks: most => row('Webhooks of an account', count(most)),
  webhookUrlCharacters: most => row('`url` of a webhook', `${count(most)} characters`),
  webhookDeliveries: most => row('Listed deliveries of a webhook', `the latest ${count(most)}`),
  listedEvents: most => row('Listed events', `the latest ${count(most)}`),
  openWebhookDeliveries: most =>
    row('Tests and replays of a webhook that are on their way', count(most)),
  streamedEvents: most =>
    row('Stages, queries and sources in the stream of a call', `the first ${most}`),
  streamedUrlCharacters: most =>
    row('`url` of a streamed source', `${count(most)} characters; longer ones are left out`),
  streamedTitleCharacters: most =>
    row(
      '`title` of a streamed source, `query` of a streamed search',
      `cut to ${count(most)} characters`,
    ),
  heartbeatSeconds: seconds =>
    row('Pause between two heartbeats of a stream', `${seconds} seconds`),
  pollSeconds: ({ shortest, longest }) =>
    row('Pause between two polls of a task', `${shortest} to ${longest} seconds`),
}

/** Describes every limit. A character is a Unicode code point. */
export function limitRows(): LimitRow[] {
  return Object.entries(rows).map(([name, describe]) =>
    // The map's type pairs each function with its own limit; Object.entries forgets the pairing.
    (describe as (value: unknown) => LimitRow)(limits[name as keyof typeof limits]),
  )
}

function row(limit: string, value: string): LimitRow {
  return { limit, value }
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
