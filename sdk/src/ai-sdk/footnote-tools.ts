import type { Client } from '../core/client.ts'
import type { Tasks } from '../core/tasks.ts'
import type { TaskFilter } from '../core/usage-filter.ts'
import type {
  AnswerRequest,
  FinanceRequest,
  ListedTask,
  ResearchRequest,
  SubmissionResponse,
  WalletResponse,
} from '../core/wire.ts'
import { type FootnoteTool, footnoteTool as tool } from './footnote-tool.ts'
import {
  hiddenTaskFailure,
  isCallError,
  type ToolFailure,
  taskFailure,
  toolFailure,
} from './tool-failure.ts'
import {
  type AnswerOutput,
  answerOutput,
  type ReportOutput,
  type RunningOutput,
  reportOutput,
  runningOutput,
  type UsageOutput,
  usageOutput,
} from './tool-outputs.ts'

/** The methods of a client that the tools call. */
export type FootnoteClient = Pick<
  Client,
  'answer' | 'research' | 'financeResearch' | 'wallet' | 'usage'
> & { readonly tasks: Pick<Tasks, 'list' | 'retrieve' | 'wait' | 'cancel'> }

/** Options of the tools. */
export interface FootnoteToolsOptions {
  /** How long to wait for research before returning its task_id. Default: four minutes. */
  readonly waitMs?: number
}

/** Input of the research tools, which always run in the background so that no report is lost. */
export type ResearchInput = Omit<ResearchRequest, 'background'>

/** Input of the task tools. */
export interface TaskInput {
  /** ID of the task. */
  task_id: string
}

/** Input of the list of calls. */
export interface UsageInput {
  readonly limit?: number
}
type NoInput = Record<string, never>
type Research = FootnoteTool<ResearchInput, ReportOutput | RunningOutput>
type Task = FootnoteTool<TaskInput, ReportOutput | RunningOutput>

/** The tools by name. A type, because the AI SDK does not accept an interface as a tool set. */
export type FootnoteTools = {
  readonly answer: FootnoteTool<AnswerRequest, AnswerOutput>
  readonly research: Research
  readonly finance_research: FootnoteTool<FinanceRequest, ReportOutput>
  readonly start_research: FootnoteTool<ResearchInput, RunningOutput>
  readonly check_task: Task
  readonly wait_for_task: Task
  readonly cancel_task: FootnoteTool<TaskInput, ToolFailure>
  readonly list_tasks: FootnoteTool<TaskFilter, TasksOutput>
  readonly wallet: FootnoteTool<NoInput, Pick<WalletResponse, 'balance_usd'>>
  readonly usage: FootnoteTool<UsageInput, UsageOutput>
}

/** Output of the list of tasks. */
interface TasksOutput {
  /** The latest tasks, newest first. */
  tasks: Pick<ListedTask, 'task_id' | 'status' | 'effort' | 'created_at' | 'expires_at'>[]
}

/** As many calls as a model needs, unless it asks for more. */
const USAGE_CALLS = 10
/** As many tasks as a model can use. */
const MOST_TASKS = 20
/** Below the five-minute limit that many hosts set for a function. */
const WAIT_MS = 240_000

/** Creates every tool for the AI SDK on one client. Pass the model those it should have. */
export function footnoteTools(
  footnote: FootnoteClient,
  { waitMs = WAIT_MS }: FootnoteToolsOptions = {},
): FootnoteTools {
  const submit = (input: ResearchInput, signal: AbortSignal | undefined) =>
    footnote.research({ ...input, background: true }, { signal })

  async function wait(
    task: { task_id: string } & Partial<SubmissionResponse>,
    signal?: AbortSignal,
  ) {
    const { task_id: taskId, billing } = task
    try {
      const { result } = await footnote.tasks.wait(taskId, { signal, timeoutMs: waitMs })
      return reportOutput(result.output, { taskId, billing })
    } catch (error) {
      if (!isCallError(error) || error.code === 'QUERY_FAILED_REFUNDED') throw error
      // The task keeps running.
      const hasStopped = error.code === 'ABORTED' || error.code === 'TIMED_OUT'
      if (hasStopped) return runningOutput({ status: 'running', ...task })
      return billing ? hiddenTaskFailure(error, taskId) : toolFailure(error)
    }
  }

  return {
    answer: tool('answer', async (input, signal) =>
      answerOutput(await footnote.answer(input, { signal })),
    ),
    research: tool('research', async (input, signal) => wait(await submit(input, signal), signal)),
    finance_research: tool('finance_research', async (input, signal) => {
      const { output, billing } = await footnote.financeResearch(input, { signal })
      return reportOutput(output, { billing })
    }),
    start_research: tool('start_research', async (input, signal) =>
      runningOutput(await submit(input, signal)),
    ),
    check_task: tool('check_task', async ({ task_id: taskId }, signal) => {
      const task = await footnote.tasks.retrieve(taskId, { signal })
      if (task.status === 'failed') return taskFailure(task)
      return task.result ? reportOutput(task.result.output, { taskId }) : runningOutput(task)
    }),
    wait_for_task: tool('wait_for_task', ({ task_id }, signal) => wait({ task_id }, signal)),
    cancel_task: tool('cancel_task', async ({ task_id: taskId }, signal) =>
      taskFailure(await footnote.tasks.cancel(taskId, { signal })),
    ),
    list_tasks: tool('list_tasks', async (filter, signal) => {
      const tasks: TasksOutput['tasks'] = []
      for await (const task of footnote.tasks.list(filter, { signal })) {
        const { task_id, status, effort, created_at, expires_at } = task
        tasks.push({ task_id, status, effort, created_at, expires_at })
        if (tasks.length >= MOST_TASKS) break
      }
      return { tasks }
    }),
    wallet: tool('wallet', async (_, signal) => {
      const { balance_usd } = await footnote.wallet({ signal })
      return { balance_usd }
    }),
    usage: tool('usage', async ({ limit = USAGE_CALLS }, signal) => {
      const { calls } = await footnote.usage({ signal })
      return usageOutput({ calls: calls.slice(0, limit) })
    }),
  }
}
