import { formats } from '@footnote/contract/formats'
import { limits } from '@footnote/contract/limits'
import {
  type Operation,
  type OperationName,
  operationGroup,
  operations,
} from '@footnote/contract/operations'
import { parameters } from '@footnote/contract/parameters'
import { priceText } from '@footnote/contract/prices'
import { requestSchemas } from '@footnote/contract/requests'
import { byTool, tools as paidTools, type Tool } from '@footnote/contract/tools'

interface McpTool {
  /** Operations that it sends. Title, price and input come from the first. */
  readonly operations: readonly [OperationName, ...OperationName[]]
  /** Overrides the contract's name, summary and description where they do not fit. */
  readonly title?: string
  readonly description?: string
  /** A call that is no background task, but gets a task_id from a host that keeps calls. */
  readonly isKept?: boolean
  readonly input?: object
}

const TaskInput = {
  type: 'object',
  properties: {
    task_id: {
      ...parameters['task_id']?.schema,
      description: 'The task_id that another tool returned, or the request_id of a call.',
    },
  },
  required: ['task_id'],
  additionalProperties: false,
}
const TaskState = {
  ...parameters['task_state']?.schema,
  description: parameters['task_state']?.description,
}
/** As many as a model needs at once. */
export const USAGE_CALLS = 10
const NoInput = { type: 'object', properties: {}, additionalProperties: false }

const durations: Readonly<Record<Tool, string>> = {
  answer: 'Takes seconds.',
  research:
    'Takes under a minute at effort lite, up to three minutes at standard, and longer at the others.',
  finance_research: 'Takes minutes.',
}
const TASK_OPERATIONS = ['retrieve_task', 'task_events'] as const
const PAID_ONCE = 'Each call is charged separately before it runs, and refunded if it fails.'
const HANDS_OUT =
  'If a call takes longer than the client waits, it keeps running and returns a task_id. Then call wait_for_task, and do not make the same call again.'

/** Every tool by its name. Each is made of operations of the contract; together they cover it. */
export const tools = {
  ...byTool(paidTool),
  start_research: {
    operations: ['research'],
    title: 'Start research in the background',
    description: `Starts research as a background task and returns its task_id at once. Use it for research that takes minutes (deep, exhaustive, frontier), or to run several at a time. ${PAID_ONCE} Fetch the report with check_task or wait_for_task.`,
    input: inputSchema('research'),
  },
  check_task: {
    operations: ['retrieve_task', 'retrieve_call'],
    title: 'Check a task',
    description:
      'Free. Returns the current state of a task or call, and its result once it has completed.',
    input: TaskInput,
  },
  wait_for_task: {
    operations: ['retrieve_task', 'task_events', 'retrieve_call'],
    title: 'Wait for a task',
    description:
      'Free. Waits until a task or call ends and returns its result. If that takes longer than the client waits, the result says so, and you can call this tool again as often as needed.',
    input: TaskInput,
  },
  cancel_task: {
    operations: ['cancel_task', 'cancel_call'],
    title: 'Cancel a task',
    description:
      'Free. Stops a task or call that is still running. It is refunded if it could be stopped; if not, it keeps running and stays charged.',
    input: TaskInput,
  },
  list_tasks: {
    operations: ['list_tasks'],
    input: {
      type: 'object',
      properties: { state: TaskState },
      additionalProperties: false,
    },
  },
  wallet: { operations: ['wallet'] },
  usage: {
    operations: ['usage'],
    description:
      'Free. Lists the latest charged calls with their costs and outcomes, newest first. Use it to see how a call ended whose result is gone.',
    input: {
      type: 'object',
      properties: {
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: limits.usageCalls,
          description: `How many calls to list. Default: ${USAGE_CALLS}.`,
        },
      },
      additionalProperties: false,
    },
  },
} as const satisfies Record<string, McpTool>

export type ToolName = keyof typeof tools

/** Tells our tools from those of other servers, which a model sees in one list. */
const PREFIX = 'footnote_'

/** A tool's name as a client lists and calls it. */
export function listedName(name: ToolName): string {
  return `${PREFIX}${name}`
}

/** Finds a tool by its listed name, or by the name without prefix that clients used before. */
export function findTool(listed: string): ToolName | undefined {
  const name = listed.startsWith(PREFIX) ? listed.slice(PREFIX.length) : listed
  return Object.hasOwn(tools, name) ? (name as ToolName) : undefined
}

/** The tools as a client lists them, or for a program that names and runs them itself. */
export function describeTools({ isServer = true } = {}) {
  return Object.entries(tools).map(([name, tool]) => {
    const described = describeTool(name as ToolName, { tool, keepsCalls: isServer })
    if (!isServer) return described
    const description = described.description.replaceAll(TASK_TOOLS, `${PREFIX}$&`)
    return { ...described, name: listedName(name as ToolName), description }
  })
}

/** The tools that descriptions name; the other names are words of the language. */
const TASK_TOOLS = /\b(?:check|wait_for)_task\b/g

function paidTool(tool: Tool): McpTool {
  const { name, gives, suits, takesBackground } = paidTools[tool]
  const about = `${gives} Use it for ${suits}. ${durations[tool]} ${PAID_ONCE}`
  const input = inputSchema(tool)
  return takesBackground
    ? {
        operations: [tool, ...TASK_OPERATIONS],
        title: name,
        description: `${about} ${HANDS_OUT}`,
        input,
      }
    : {
        operations: [tool],
        title: name,
        description: about,
        isKept: true,
        input,
      }
}

/** The tool decides about `background` itself. */
function inputSchema(tool: Tool): object {
  const { properties, ...schema } = requestSchemas[tool]
  const { background: _, ...given } = properties as Readonly<Record<string, object>>
  return { ...schema, properties: given }
}

function describeTool(
  name: ToolName,
  { tool, keepsCalls }: { tool: McpTool; keepsCalls: boolean },
) {
  const [about] = tool.operations
  const operation: Operation = operations[about]
  const isPaid = operation.isPaid === true
  const { title = operation.summary, description = operation.description } = tool
  const input = tool.input ?? operation.request?.schema ?? NoInput
  return {
    name,
    title,
    description: [description, tool.isKept && keepsCalls && HANDS_OUT, isPaid && priceText(about)]
      .filter(Boolean)
      .join(' '),
    inputSchema: toolSchema(input),
    annotations: {
      title,
      readOnlyHint: !isPaid,
      destructiveHint: false,
      idempotentHint: !isPaid,
      openWorldHint: operationGroup(operation) !== 'Account',
    },
  }
}

/** JSON Schema of an object, as the protocol wants it. */
interface ObjectSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

/**
 * Adapts a contract schema to clients of all kinds: removes our own formats, which their validators do
 * not know (descriptions say the same, and the API checks), and gives enumerations a type.
 */
function toolSchema(schema: object): ObjectSchema {
  return JSON.parse(JSON.stringify(schema), simplify)
}

function simplify(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { format, ...rest } = value as { format?: unknown }
  const isOwnFormat = typeof format === 'string' && format in formats
  const isWords = 'enum' in value && !('type' in value)
  return { ...(isWords && { type: 'string' }), ...(isOwnFormat ? rest : value) }
}
