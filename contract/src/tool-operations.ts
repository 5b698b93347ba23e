import Type, { type TSchema } from 'typebox'
import { billingExample, callStream, examples } from './examples.ts'
import { answerRules, noRules, type RequestRules, researchRules } from './request-rules.ts'
import { requestDefaults, requestSchemas } from './requests.ts'
import {
  AcceptedResponse,
  AnswerResponse,
  ResearchResponse,
  SubmissionResponse,
} from './responses.ts'
import { type Tool, tools } from './tools.ts'

interface ToolBodies {
  /** The request schema's name in OpenAPI and in the SDK. */
  readonly requestName: string
  readonly rules?: RequestRules
  /** By name. The reference shows the first one first. */
  readonly requestExamples: Readonly<Record<string, unknown>>
  readonly response: TSchema
  readonly responseText: string
  /** By name. The first one is also shown as a stream. */
  readonly responseExamples: Readonly<Record<string, Parameters<typeof callStream>[0]>>
}

const PAID_ERRORS = [
  'INVALID_REQUEST',
  'INVALID_API_KEY',
  'INSUFFICIENT_BALANCE',
  'QUERY_TOO_LONG',
  'RATE_LIMITED',
  'QUERY_FAILED_REFUNDED',
  'SERVICE_UNAVAILABLE',
  // Of a call that Last-Event-ID resumes.
  'JOB_NOT_FOUND',
  'JOB_EXPIRED',
  'JOB_POLL_FAILED',
  'BILLING_UNAVAILABLE',
] as const

/** The bodies of each tool, apart from `tools.ts` because they load the schemas. */
export const toolBodies = {
  answer: {
    requestName: 'AnswerRequest',
    rules: answerRules,
    requestExamples: {
      question: { query: tools.answer.question.example, exclude_domains: ['example.org'] },
    },
    response: AnswerResponse,
    responseText: 'The answer.',
    responseExamples: { answer: examples.answer },
  },
  research: {
    requestName: 'ResearchRequest',
    rules: researchRules,
    requestExamples: {
      report: {
        input: tools.research.question.example,
        research_effort: 'standard',
        source_control: { exclude_domains: ['example.org'] },
      },
      structured: examples.structuredRequest,
    },
    response: ResearchResponse,
    responseText: 'The report of a synchronous call.',
    responseExamples: {
      report: { output: examples.output, billing: billingExample('research', 'standard') },
      structured: examples.structured,
    },
  },
  finance_research: {
    requestName: 'FinanceRequest',
    requestExamples: {
      report: { input: tools.finance_research.question.example, research_effort: 'deep' },
    },
    response: ResearchResponse,
    responseText: 'The report.',
    responseExamples: {
      report: { output: examples.output, billing: billingExample('finance_research', 'deep') },
    },
  },
} as const satisfies Record<Tool, ToolBodies>

/** The request of a tool as routes, website and documents validate and show it. */
export function toolRequest(tool: Tool) {
  const { rules = noRules, requestExamples }: ToolBodies = toolBodies[tool]
  return {
    schema: requestSchemas[tool],
    rules,
    ...requestDefaults(tool),
    examples: requestExamples,
  }
}

/** The operation that calls a tool. */
export function toolOperation(tool: Tool) {
  const { path, summary, description, takesBackground, takesSchema } = tools[tool]
  const { response, responseText, responseExamples }: ToolBodies = toolBodies[tool]
  const [streamExample] = Object.values(responseExamples)
  return {
    method: 'POST' as const,
    path,
    summary,
    description,
    authenticated: true,
    isPaid: true as const,
    ...(takesSchema && { parameters: ['Footnote-Include'] }),
    request: toolRequest(tool),
    responses: {
      200: {
        description: `${responseText} With Accept: text/event-stream, the call is streamed: started, progress, query and source as they come, then result or error.`,
        schema: response,
        examples: responseExamples,
        ...(streamExample && { stream: callStream(streamExample) }),
      },
      202: takesBackground
        ? {
            description:
              'A background task was accepted; use its task_id to retrieve the result. Or, with Prefer: respond-async, a call was accepted; use its request_id.',
            schema: Type.Union([SubmissionResponse, AcceptedResponse]),
            examples: { submission: examples.submission, accepted: examples.acceptedCall },
          }
        : {
            description:
              'With Prefer: respond-async, the call was accepted. Use its request_id to retrieve the result.',
            schema: AcceptedResponse,
            examples: { accepted: examples.acceptedCall },
          },
    },
    errors: PAID_ERRORS,
  }
}
