import { limits } from './limits.ts'

/** A tool at one effort: what one paid call buys. */
interface ToolCall {
  /** Null for a tool without efforts. */
  readonly effort: string | null
  readonly usd: string
  /** Purpose of the call, for price lists. */
  readonly purpose: string
  /** Default wait for the upstream. Absent if the call always runs as a background task. */
  readonly timeLimit?: {
    /** Part of its setting: FOOTNOTE_<NAME>_TIMEOUT_SECONDS. */
    readonly name: string
    readonly seconds: number
  }
}

interface ToolEntry {
  /** Display name; lower case within a sentence. */
  readonly name: string
  /** One line that says what a call does, for reference and help. */
  readonly summary: string
  readonly description: string
  /** Questions that the tool suits, for the guide. */
  readonly suits: string
  /** The result in a sentence or two, for the tool's page, the guide and agents. */
  readonly gives: string
  /** Longest usual duration in words, for a tool that takes minutes. */
  readonly duration?: string
  readonly path: string
  /** The tool's page on the website. */
  readonly page: string
  /** CLI command, and a shorter name that it also answers to. */
  readonly command: string
  readonly alias?: string
  /** SDK method. */
  readonly method: string
  /** The request's required field, which holds the question. */
  readonly question: {
    readonly field: 'query' | 'input'
    readonly label: string
    readonly mostCharacters: number
    readonly example: string
  }
  /** Place of the source controls: in the body itself or in `source_control`. */
  readonly sources: 'body' | 'source_control' | null
  /** Whether the request takes `language` and `safesearch`. */
  readonly takesSearchOptions: boolean
  /** Whether the request takes `output_schema`. */
  readonly takesSchema: boolean
  /** Whether the request takes `background`, so that every call can run as a task. */
  readonly takesBackground: boolean
  /** Effort of a request that names none. */
  readonly defaultEffort: string | null
  readonly calls: readonly ToolCall[]
}

const financeLimit = { name: 'finance', seconds: 420 } as const

/**
 * Every paid tool by its name on the wire, in display order. Routes, prices, documents, clients and
 * the website derive from this table. Its schemas are in `tool-operations.ts`: browsers and the
 * start of the command line load this file and have no use for them.
 */
export const tools = {
  answer: {
    name: 'Answer',
    summary: 'Answer a question from the web',
    description:
      'A fast answer with citations. You are charged before it runs and refunded if it fails.',
    suits: 'one fact or a short question',
    gives: 'A short answer from the web in seconds, with the passages that support it.',
    path: '/api/v1/answer',
    page: '/tools/answer',
    command: 'answer',
    method: 'answer',
    question: {
      field: 'query',
      label: 'Question',
      mostCharacters: limits.queryCharacters,
      example: 'What is the capital of Bolivia?',
    },
    sources: 'body',
    takesSearchOptions: true,
    takesSchema: false,
    takesBackground: false,
    defaultEffort: null,
    calls: [
      {
        effort: null,
        usd: '0.02',
        purpose: 'A short answer with the passages that support it.',
        timeLimit: { name: 'answer', seconds: 60 },
      },
    ],
  },
  research: {
    name: 'Research',
    summary: 'Research a question',
    description:
      'A cited report. The efforts lite and standard return it in the response, unless background is true. The efforts deep, exhaustive and frontier always run as background tasks.',
    suits: 'a question with several parts',
    gives:
      'A report with its sources, as thorough as you choose, or JSON that matches your schema.',
    path: '/api/v1/research',
    page: '/tools/research',
    command: 'research',
    method: 'research',
    question: {
      field: 'input',
      label: 'Research question',
      mostCharacters: limits.inputCharacters,
      example: 'Compare the GDP per capita of Chile and Peru.',
    },
    sources: 'source_control',
    takesSearchOptions: false,
    takesSchema: true,
    takesBackground: true,
    defaultEffort: 'standard',
    calls: [
      {
        effort: 'lite',
        usd: '0.04',
        purpose: 'A quick summary: a few sentences with sources.',
        timeLimit: { name: 'lite', seconds: 60 },
      },
      {
        effort: 'standard',
        usd: '0.15',
        purpose: 'The default: a report, or JSON that matches your schema.',
        timeLimit: { name: 'standard', seconds: 180 },
      },
      {
        effort: 'deep',
        usd: '0.30',
        purpose: 'Breaks the question down and follows up on gaps.',
      },
      {
        effort: 'exhaustive',
        usd: '1.35',
        purpose: 'More rounds and more sources, for when you can’t afford to miss anything.',
      },
      {
        effort: 'frontier',
        usd: '3.60',
        purpose: 'The most thorough research, for your hardest questions.',
      },
    ],
  },
  finance_research: {
    name: 'Financial research',
    summary: 'Run financial research',
    description:
      'A cited financial report, returned in the response. It can take up to about seven minutes.',
    suits: 'companies, filings, markets and public finances',
    gives:
      'A report on companies and markets from filings and data. It may take up to seven minutes.',
    duration: 'up to seven minutes',
    path: '/api/v1/finance_research',
    page: '/tools/finance',
    command: 'finance-research',
    alias: 'finance',
    method: 'financeResearch',
    question: {
      field: 'input',
      label: 'Research question',
      mostCharacters: limits.inputCharacters,
      example: 'How did the revenue and net margin of Nvidia change since fiscal 2021?',
    },
    sources: null,
    takesSearchOptions: false,
    takesSchema: false,
    takesBackground: false,
    defaultEffort: 'deep',
    calls: [
      {
        effort: 'deep',
        usd: '0.35',
        purpose: 'Figures reported by companies and economies, with calculations and citations.',
        timeLimit: financeLimit,
      },
      {
        effort: 'exhaustive',
        usd: '1.50',
        purpose: 'The same, with more rounds and more sources.',
        timeLimit: financeLimit,
      },
    ],
  },
} as const satisfies Record<string, ToolEntry>

export type Tool = keyof typeof tools
type CallOf<Name extends Tool> = (typeof tools)[Name]['calls'][number]
export type EffortOf<Name extends Tool> = Exclude<CallOf<Name>['effort'], null>
export type Effort = EffortOf<Tool>
/** Tools that can be called at several efforts. */
export type ToolWithEfforts = {
  [Name in Tool]: EffortOf<Name> extends never ? never : Name
}[Tool]
export type TimeLimitName = Extract<CallOf<Tool>, { timeLimit: object }>['timeLimit']['name']

export const TOOLS = Object.keys(tools) as readonly Tool[]

/** Every effort of any tool, from the quickest to the most thorough. */
export const EFFORTS: readonly Effort[] = [...new Set(TOOLS.flatMap(effortsOf))]

/** Makes a record with one value for each tool. */
export function byTool<Value>(make: (tool: Tool) => Value): Record<Tool, Value> {
  return Object.fromEntries(TOOLS.map(tool => [tool, make(tool)])) as Record<Tool, Value>
}

/** The table's entry of a tool, typed for code that serves any tool. */
export function toolEntry(tool: Tool): ToolEntry {
  return tools[tool]
}

export function effortsOf<Name extends Tool>(tool: Name): EffortOf<Name>[] {
  const efforts = tools[tool].calls.map(({ effort }) => effort)
  return efforts.filter(effort => effort !== null) as EffortOf<Name>[]
}

export function toolName(tool: Tool): string {
  return tools[tool].name
}

/** Names a call by its tool and effort: `Research, deep`. Efforts are spelled as on the wire. */
export function callName({ tool, effort }: { tool: Tool; effort: string | null }): string {
  return effort === null ? toolName(tool) : `${toolName(tool)}, ${effort}`
}
