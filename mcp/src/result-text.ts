import { errors } from '@footnote/contract/errors'
import { limits } from '@footnote/contract/limits'
import { plainLine } from '@footnote/contract/report/plain-text'
import type {
  AnswerResponse,
  Billing,
  Output,
  ResearchResponse,
  TaskResponse,
  TasksResponse,
  UsageResponse,
} from '@footnote/contract/responses'
import { amountText } from '@footnote/contract/usd-text'

const KEPT = `Do this soon: the results of answers and financial research are held for ${limits.holdResultMinutes} minutes after they end.`

interface Task extends Omit<TaskResponse, 'expires_at'> {
  expires_at?: string
  billing?: Billing
}

export type ToolBody =
  | AnswerResponse
  | ResearchResponse
  | Task
  | TasksResponse
  | UsageResponse
  | { balance_usd: number }

/** Writes the API's reply for a model: text, numbered sources, cost and balance. */
export function resultText(body: ToolBody): string {
  if ('answer' in body) {
    const sources = body.citations.map(({ source }) => source)
    return paragraphs(body.answer, sourcesText(sources), billingText(body.billing))
  }
  if ('output' in body) return paragraphs(outputText(body.output), billingText(body.billing))
  if ('task_id' in body) return taskText(body)
  if ('calls' in body) return usageText(body)
  if ('tasks' in body) return tasksText(body)
  return `Balance: ${usd(body.balance_usd)}.`
}

function taskText({ task_id, status, expires_at, result, billing, message }: Task): string {
  const paid = billing ? billingText(billing) : 'Charged when it was started. Polling is free.'
  if (result) return paragraphs(outputText(result.output), paid)
  if (status === 'failed') {
    return `QUERY_FAILED_REFUNDED: ${message ?? errors.QUERY_FAILED_REFUNDED.message}`
  }
  if (status === 'completed' && message !== undefined) return paragraphs(message, paid)
  const comeBack = `The call is still running and was charged once. Call footnote_wait_for_task with task_id "${task_id}" to get its result; do not make the same call again, or it will be charged again.`
  const until = expires_at ? `The result can be fetched until ${expires_at}.` : KEPT
  return paragraphs(`${comeBack} ${until}`, `State: ${status}.`, billing && billingText(billing))
}

/** A report or structured result in words, with its sources. */
export function outputText({ content, sources, evidence = [] }: Output): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2)
  const proofs = evidence.map(
    ({ pointer, source, quote }) => `${plainLine(pointer)} [${source}] “${plainLine(quote)}”`,
  )
  return paragraphs(
    text,
    proofs.length > 0 ? ['Evidence of each value:', ...proofs].join('\n') : undefined,
    sourcesText(sources.map(({ title, url }) => `${title}: ${url}`)),
  )
}

function sourcesText(sources: readonly string[]): string {
  const lines = sources.map((source, index) => `[${index + 1}] ${plainLine(source)}`)
  return lines.length === 0 ? 'Sources: none' : ['Sources:', ...lines].join('\n')
}

function billingText({ cost_usd, balance_usd, request_id }: Billing): string {
  return `Cost: ${usd(cost_usd)}. Balance: ${usd(balance_usd)}. Request: ${request_id}`
}

function tasksText({ tasks }: TasksResponse): string {
  if (tasks.length === 0) return 'There are no such tasks.'
  const lines = tasks.map(({ created_at, task_id, status, effort }) =>
    [created_at, task_id, status, effort].join(' '),
  )
  return ['Background tasks, newest first:', ...lines].join('\n')
}

function usageText({ calls }: UsageResponse): string {
  if (calls.length === 0) return 'There are no charged calls yet.'
  const lines = calls.map(({ created_at, tool, effort, cost_usd, state, request_id }) =>
    [created_at, tool, effort, usd(cost_usd), state, request_id].filter(Boolean).join(' '),
  )
  return ['The latest charged calls, newest first:', ...lines].join('\n')
}

function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n')
}

/** An amount of the wire in words for a model: `0.30 USD`. */
export function usd(amount: number): string {
  return `${amountText(amount)} USD`
}
