import { operationGroup } from '@footnote/contract/operation-group'
import { type Operation, type OperationName, operations } from '@footnote/contract/operations'
import { parameters } from '@footnote/contract/parameters'
import { priceText } from '@footnote/contract/price-text'
import { ResearchRequest } from '@footnote/contract/requests'
import {
  AnswerResponse,
  Billing,
  ResearchResponse,
  TaskResponse,
  UsageResponse,
  WalletResponse,
} from '@footnote/contract/responses'
import { TOOLS, toolName } from '@footnote/contract/tools'
import { toolSchema } from './tool-schema.ts'

interface Tool {
  /** What it sends; the first is the one that it is about. */
  readonly operations: readonly [OperationName, ...OperationName[]]
  /** Overrides the contract's name, summary and description where they do not fit. */
  readonly title?: string
  readonly description?: string
  /** No background task, but handed out like one by a host that keeps calls. */
  readonly isKept?: boolean
  readonly input?: object
  readonly outputs: readonly object[]
}

const { background: _, ...researchInput } = ResearchRequest.properties
const ResearchInput = { ...ResearchRequest, properties: researchInput }
const TaskInput = {
  type: 'object',
  properties: {
    task_id: {
      ...parameters['task_id']?.schema,
      description: 'The task_id that another tool gave.',
    },
  },
  required: ['task_id'],
  additionalProperties: false,
}
const NoInput = { type: 'object', properties: {}, additionalProperties: false }

/** A task as the API tells of it, with what its submission cost where that is known. */
const Task = {
  type: 'object',
  properties: { ...TaskResponse.properties, billing: Billing },
  required: ['task_id', 'status'],
}

const TASK_OPERATIONS = ['retrieve_task', 'task_events'] as const
const PAID_ONCE = 'Paid before it runs, refunded if it fails; every call is a new paid one.'
const HANDS_OUT =
  'What takes longer than a client waits goes on and is handed out as a task_id: then call wait_for_task, never the same tool again.'

/** Every tool by its name. Each is made of operations of the contract; together they cover it. */
export const tools = {
  answer: {
    operations: ['answer'],
    outputs: [AnswerResponse, Task],
  },
  research: {
    operations: ['research', ...TASK_OPERATIONS],
    description: `A cited report on a question, or JSON by output_schema. ${PAID_ONCE} ${HANDS_OUT}`,
    input: ResearchInput,
    outputs: [Task],
  },
  finance_research: {
    operations: ['finance_research'],
    description: `A cited financial report; may take up to about six minutes. ${PAID_ONCE}`,
    isKept: true,
    outputs: [ResearchResponse, Task],
  },
  start_research: {
    operations: ['research'],
    title: 'Start research in background',
    description: `Starts research as a background task and returns its task_id at once, for research that takes minutes (deep, exhaustive, frontier) or several at a time. ${PAID_ONCE} Fetch the report with check_task or wait_for_task.`,
    input: ResearchInput,
    outputs: [Task],
  },
  check_task: {
    operations: ['retrieve_task'],
    title: 'Check a task',
    description: 'Free. The state of a task at this moment, with its report when it is completed.',
    input: TaskInput,
    outputs: [Task, ResearchResponse, AnswerResponse],
  },
  wait_for_task: {
    operations: ['retrieve_task', 'task_events'],
    title: 'Wait for a task',
    description:
      'Free. Waits until a task has ended and returns its report; if it takes longer than a client waits, says so, and may be called again as often as needed.',
    input: TaskInput,
    outputs: [Task, ResearchResponse, AnswerResponse],
  },
  wallet: { operations: ['wallet'], outputs: [WalletResponse] },
  usage: { operations: ['usage'], outputs: [UsageResponse] },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools

/** The tools as a client lists them. */
export function describeTools({ keepsCalls = true } = {}) {
  return Object.entries(tools).map(([name, tool]) => describeTool(name, { tool, keepsCalls }))
}

function describeTool(name: string, { tool, keepsCalls }: { tool: Tool; keepsCalls: boolean }) {
  const [about] = tool.operations
  const operation: Operation = operations[about]
  const isPaid = operation.request !== undefined
  const named = TOOLS.find(paid => paid === name)
  const usual = named ? toolName(named) : operation.summary
  const { title = usual, description = operation.description } = tool
  const input = tool.input ?? operation.request?.schema ?? NoInput
  return {
    name,
    title,
    description: [description, tool.isKept && keepsCalls && HANDS_OUT, isPaid && priceText(about)]
      .filter(Boolean)
      .join(' '),
    inputSchema: toolSchema(input),
    outputSchema: toolSchema(...tool.outputs),
    annotations: {
      title,
      readOnlyHint: !isPaid,
      destructiveHint: false,
      idempotentHint: !isPaid,
      openWorldHint: operationGroup(operation) !== 'Account',
    },
  }
}
