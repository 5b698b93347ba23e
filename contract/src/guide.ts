import { limits } from './limits.ts'
import { operations } from './operations.ts'
import { UNITS_PER_USD } from './units.ts'
import { usdText } from './usd-text.ts'

interface GuideSection {
  readonly title: string
  /** Plain sentences, with names of the wire in backticks. */
  readonly paragraphs: readonly string[]
  readonly list?: readonly string[]
}

const { research, retrieve_task, task_events, usage } = operations
const { pollSeconds, taskLifetimeHours } = limits

/** Text for callers that both OpenAPI and the documentation show. */
export const guide = {
  about: {
    title: 'About',
    paragraphs: [
      'Footnote answers questions and cites its sources. With one API key you can call three paid tools: answers with citations, research at several efforts, and financial research.',
      'Each call is debited from a prepaid wallet before it runs, and refunded in full if it fails. Long research runs as a background task. Retrieving its result is free.',
      'Requests and responses are JSON. Send `Content-Type: application/json`. Unknown fields, `null` and compressed bodies are rejected.',
    ],
  },
  authentication: {
    title: 'Authentication',
    paragraphs: [
      'Authenticate every call under `/api/v1` with the header `Authorization: Bearer <API_KEY>`. A key is shown once, when you create it. We store only its hash. You can revoke a key at any time.',
      'Calls with a key are paid from the wallet of its account. Keep the key in an environment variable on a server, never in a web page or an app. Calls from browsers on other sites are not supported.',
      'The key determines the account. No field of a request can name an account, a price or a provider.',
    ],
  },
  billing: {
    title: 'Billing and refunds',
    paragraphs: [
      `Amounts are in USD. One wallet unit is ${usdText(1n)} USD, so 1 USD is ${Number(UNITS_PER_USD).toLocaleString('en-US')} units. The smallest recharge is ${limits.minimumRechargeUsd} USD. There are no subscriptions.`,
      'The price is debited before the call runs. The charge is `held`, then `captured` on success or `refunded` in full on failure, exactly once. A request that is invalid, too long or not covered by your balance is never charged.',
      `Each POST is a new paid call. Idempotency keys are not supported. After a timeout or a billing error, check your usage with \`${usage.method} ${usage.path}\` first. If you know the \`task_id\`, repeat only the GET.`,
    ],
  },
  tasks: {
    title: 'Background tasks',
    paragraphs: [
      `\`${research.method} ${research.path}\` returns 202 with a \`task_id\` if \`research_effort\` is \`deep\`, \`exhaustive\` or \`frontier\`, or if \`background\` is true. You are charged once, for the submission. Polling is free.`,
      `Poll \`${retrieve_task.method} ${retrieve_task.path}\` every ${pollSeconds.shortest} to ${pollSeconds.longest} seconds. It returns 200 in every state, with a \`Retry-After\` header while the task is unfinished. Stop when \`status\` is \`completed\` or \`failed\`. If it is \`completed\`, read \`result.output\`.`,
      `Any active key of your account can retrieve the task until \`expires_at\`, ${taskLifetimeHours} hours after submission. After that you get \`JOB_EXPIRED\`. A task that expires unfinished is refunded automatically.`,
      '`JOB_POLL_FAILED` says nothing about the task, which keeps running and remains charged. Repeat the GET.',
    ],
  },
  events: {
    title: 'Events',
    paragraphs: [
      `\`${task_events.method} ${task_events.path}\` streams server-sent events until the task ends. A \`state\` event has the current status. One comes first, then one at every change. A \`progress\` event has a stage, and counts if they are known. A \`query\` event has the text of a search. A \`source\` event has the address and title of a source that was found; a resumed stream may repeat both. Events never contain the report. To get the result, retrieve the task.`,
      'A progress event may have an `id`. To resume a broken stream, reconnect with the last `id` in the `Last-Event-ID` header. You first get the events you missed, even if the task has ended in the meantime. If the stream keeps breaking, poll instead.',
    ],
  },
  errors: {
    title: 'Errors',
    paragraphs: [
      'Every error is JSON with a `code` for your program, a `message` that says what to do, and a `request_id`. Every response has the same ID in its `X-Request-Id` header. Include it when you ask for help.',
      `Checks run in a fixed order: path and method, key, size, body, calls in flight, balance, refunds in the past hour. Nothing is charged before all of them pass. The error for an invalid request lists up to ${limits.reportedProblems} problems, each with a JSON Pointer into the body.`,
      'A call that fails after that gets `QUERY_FAILED_REFUNDED`. Its `message` says why, and whether the same request can succeed later. A failed task has the same `message`.',
    ],
  },
  storage: {
    title: 'Storage',
    paragraphs: [
      `We store nothing you ask or receive, with one exception: the text of background tasks. Questions, answers, reports, schemas and domain lists stay in memory during the call. They are in no table, log, metric or trace. The result of a call stays in memory for up to ${limits.holdResultMinutes} minutes longer, encrypted, in case your connection broke.`,
      `The engine or provider that runs a background task keeps its text for up to ${taskLifetimeHours} hours, so that you can retrieve the result. For each call we store the tool, effort, cost, state and key, when it was made and settled, and why it was refunded. Your usage shows the latest ${limits.usageCalls} calls.`,
    ],
  },
  versioning: {
    title: 'Versioning',
    paragraphs: [
      'The version is in the path. A breaking change would become `/api/v2`. We would announce it in the documentation and run it side by side with v1.',
      'We only add to `/api/v1`. Your client must tolerate these additions:',
    ],
    list: [
      'new fields in responses',
      'new error codes; handle an unknown code by its HTTP status',
      'new fields in errors',
      'new event names in streams',
      'new states; treat an unknown task state as unfinished',
    ],
  },
} as const satisfies Record<string, GuideSection>

export type GuideTopic = keyof typeof guide

/** Returns the text of a topic as CommonMark, without its title. */
export function guideText(topic: GuideTopic): string {
  const { paragraphs, list = [] }: GuideSection = guide[topic]
  return [...paragraphs, list.map(item => `- ${item}`).join('\n')].filter(Boolean).join('\n\n')
}
