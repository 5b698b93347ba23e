import type {
  AnswerResponse,
  Billing,
  Output,
  SubmissionResponse,
  TaskResponse,
  UsageResponse,
} from '../core/wire.ts'

/** Source that a marker such as [[1]] in the text refers to. */
interface NumberedSource {
  readonly number: number
  readonly title?: string
  readonly url: string
}

interface Cost {
  readonly request_id: string
  readonly cost_usd: number
  readonly balance_usd: number
}

/** Output of the answer tool. */
export interface AnswerOutput extends Cost {
  readonly answer: string
  readonly sources: readonly NumberedSource[]
}

/** Output of research and of a completed task. Only the call that was charged has a cost. */
export interface ReportOutput extends Partial<Cost> {
  readonly task_id?: string
  readonly report: string | Readonly<Record<string, unknown>>
  readonly sources: readonly NumberedSource[]
}

/** Output for a task that is still running. */
export interface RunningOutput extends Partial<Cost> {
  readonly task_id: string
  readonly status: string
  readonly expires_at?: string
  readonly message: string
}

/** Output of the usage tool. */
export interface UsageOutput {
  readonly calls: readonly Omit<UsageResponse['calls'][number], 'cost_units' | 'key_name'>[]
}

const COME_BACK =
  'The task is still running and was charged once. Call wait_for_task with this task_id to get the report; repeating the call would be charged again.'

export function answerOutput({
  answer,
  citations,
  results,
  billing,
}: AnswerResponse): AnswerOutput {
  const titles = new Map(results.web.map(({ url, title }) => [url, title]))
  const sources = citations.map(({ source: url }) => ({ url, title: titles.get(url) }))
  return { answer, sources: numbered(sources), ...costOf(billing) }
}

export function reportOutput(
  { content, sources }: Output<ReportOutput['report']>,
  { taskId, billing }: { taskId?: string | undefined; billing?: Billing | undefined } = {},
): ReportOutput {
  return {
    ...(taskId !== undefined && { task_id: taskId }),
    report: content,
    sources: numbered(sources),
    ...(billing && costOf(billing)),
  }
}

export function runningOutput({
  task_id,
  status,
  expires_at,
  billing,
}: Pick<TaskResponse, 'task_id' | 'status'> & Partial<SubmissionResponse>): RunningOutput {
  return {
    task_id,
    status,
    ...(expires_at !== undefined && { expires_at }),
    message: COME_BACK,
    ...(billing && costOf(billing)),
  }
}

export function usageOutput({ calls }: UsageResponse): UsageOutput {
  return { calls: calls.map(({ cost_units: _, key_name: __, ...call }) => call) }
}

function numbered(sources: readonly { url: string; title?: string | undefined }[]) {
  return sources.map(({ url, title }, index) => ({
    number: index + 1,
    ...(title !== undefined && { title }),
    url,
  }))
}

function costOf({ request_id, cost_usd, balance_usd }: Billing): Cost {
  return { request_id, cost_usd, balance_usd }
}
