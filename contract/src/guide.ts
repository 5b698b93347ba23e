import { limits } from './limits.ts'
import { operations } from './operations.ts'
import { UNITS_PER_USD } from './units.ts'
import { usdText } from './usd-text.ts'

interface GuideSection {
  readonly title: string
  /** Plain sentences; names of the wire stand in backticks. */
  readonly paragraphs: readonly string[]
  readonly list?: readonly string[]
}

const { research, retrieve_task, task_events, usage } = operations
const { pollSeconds, taskLifetimeHours } = limits

/** What callers need to know beyond the tables; OpenAPI and the documentation both show it. */
export const guide = {
  about: {
    title: 'What it is',
    paragraphs: [
      'Footnote answers questions with their sources. One key opens three paid tools: fast web answers with citations, research at several depths, and financial research.',
      'Each call is paid from a prepaid wallet before it runs, and refunded exactly once if it fails. Long research runs as a background task whose result you retrieve for free.',
      'Bodies are JSON in both directions: send `Content-Type: application/json`. Unknown fields, `null` and compressed bodies are refused.',
    ],
  },
  authentication: {
    title: 'Authentication',
    paragraphs: [
      'Every call under `/api/v1` carries the header `Authorization: Bearer <API_KEY>`. A key is shown once, when it is created, and can be revoked at any time. Only a hash of it is stored.',
      'A key spends from the wallet of its account. Keep it in an environment variable on a server, never in a web page or an app: calls from browsers on other sites are not supported.',
      'The account follows from the key. No field of a request can name an account, a price or a provider.',
    ],
  },
  billing: {
    title: 'Billing and refunds',
    paragraphs: [
      `Amounts are in USD; one wallet unit is ${usdText(1n)} USD, so 1 USD is ${Number(UNITS_PER_USD).toLocaleString('en-US')} units. A recharge is at least ${limits.minimumRechargeUsd} USD. There are no subscriptions.`,
      'The price is debited before the call runs: the charge is `held`, then `captured` on success or `refunded` in full on failure, exactly once. A request that is invalid, too long or not covered by the balance is never charged.',
      `Each POST is a new paid call, and replaying one idempotently is not supported. After a timeout or a billing error, read the usage history with \`${usage.method} ${usage.path}\` first. When you know the \`task_id\`, repeat only the GET.`,
    ],
  },
  tasks: {
    title: 'Background tasks',
    paragraphs: [
      `\`${research.method} ${research.path}\` answers 202 with a \`task_id\` when \`research_effort\` is \`deep\`, \`exhaustive\` or \`frontier\`, or when \`background\` is true. The submission is charged once; looking at the task is free.`,
      `Poll \`${retrieve_task.method} ${retrieve_task.path}\` every ${pollSeconds.shortest} to ${pollSeconds.longest} seconds. It answers 200 in every state, with a \`Retry-After\` header while the task is unfinished. Read \`result.output\` when \`status\` is \`completed\`; stop at \`completed\` or \`failed\`.`,
      `Any active key of the account can retrieve the task until \`expires_at\`, ${taskLifetimeHours} hours after submission; from then on the answer is \`JOB_EXPIRED\`. A task that expires unfinished is refunded by itself.`,
      '`JOB_POLL_FAILED` is no news about the task: it goes on and stays charged, so repeat the GET.',
    ],
  },
  events: {
    title: 'Events',
    paragraphs: [
      `\`${task_events.method} ${task_events.path}\` streams server-sent events until the task ends: \`state\` with the current status, first and at every change (after what was missed, where a task ended before you came back), and \`progress\` with a stage and counts where they are known. Events never carry content; the result comes by retrieval alone.`,
      'Progress events carry an `id` where they can be resumed from. Reconnect with the last one in the `Last-Event-ID` header and the stream goes on after it, also when the task has ended meanwhile. When a stream breaks off for good, poll.',
    ],
  },
  errors: {
    title: 'Errors',
    paragraphs: [
      'Every error is JSON with a `code` for your program, a `message` that says what to do, and a `request_id`. The same id stands in the `X-Request-Id` header of every response; quote it when you ask for help.',
      `Checks run in a fixed order: path and method, key, size, body, calls in flight, balance, refunds in the past hour. Only then is anything charged. An invalid request lists everything that is wrong with it, up to ${limits.reportedProblems} problems, each with a JSON Pointer into the body.`,
      'A call that failed after that is `QUERY_FAILED_REFUNDED`. Its `message` says why, and whether the same request can succeed later. A failed task carries the same `message` when it is retrieved.',
    ],
  },
  storage: {
    title: 'What is stored',
    paragraphs: [
      'Nothing that you ask or receive. Questions, answers, reports, schemas and domain lists stay in memory for the length of the call and go into no table, log, metric or trace. The result of a call made on the website or by an agent over MCP stays in memory for up to two minutes longer, in case the page or the agent has to come again.',
      `The upstream provider keeps the text of background tasks for up to ${taskLifetimeHours} hours, so that you can retrieve the result. Of a call itself the service keeps tool, effort, cost, state, key, when it was made and settled, and why it was refunded; the usage history shows the latest ${limits.usageCalls}.`,
    ],
  },
  versioning: {
    title: 'Versioning',
    paragraphs: [
      'The version is in the path. A change that would break a client becomes `/api/v2`, which is announced in the documentation and runs beside v1.',
      '`/api/v1` itself changes only by addition, so a client must tolerate what it does not know:',
    ],
    list: [
      'new members in responses',
      'new error codes; treat an unknown code by its HTTP status',
      'new detail members in errors',
      'new event names in streams',
      'new words for states; treat an unknown task state as unfinished',
    ],
  },
} as const satisfies Record<string, GuideSection>

export type GuideTopic = keyof typeof guide

/** What a topic says, as CommonMark without its title. */
export function guideText(topic: GuideTopic): string {
  const { paragraphs, list = [] }: GuideSection = guide[topic]
  return [...paragraphs, list.map(item => `- ${item}`).join('\n')].filter(Boolean).join('\n\n')
}
