import { normaliseDomain } from '@footnote/contract/domain'
import type { SourceControls, ValidRequest } from '@footnote/contract/requests'
import type { AnswerResult, Output } from '@footnote/contract/responses'
import type { Tool } from '@footnote/contract/tools'
import { readAnswer, readResearch } from './read-reply.ts'

/** A tool's response without its billing. */
export type ToolResult = AnswerResult | { readonly output: Output }

interface ToolCall<Name extends Tool> {
  readonly path: string
  body(request: ValidRequest<Name>): object
  /** Returns undefined for a reply that is not the promised shape. */
  read(reply: unknown, request: ValidRequest<Name>): ToolResult | undefined
}

/** How each tool is called on the upstream's wire. */
export const toolCalls: { readonly [Name in Tool]: ToolCall<Name> } = {
  answer: {
    path: '/v1/answer',
    body: request => ({
      query: request.query,
      ...sourceControls(request),
      ...(request.language === undefined ? {} : { language: request.language.toUpperCase() }),
      safesearch: request.safesearch ?? 'moderate',
    }),
    read: readAnswer,
  },
  research: {
    path: '/v1/research',
    body: request => researchBody(request, { background: false }),
    read: (reply, { output_schema }) => readReport(reply, output_schema !== undefined),
  },
  finance_research: {
    path: '/v1/finance_research',
    body: ({ input, research_effort }) => ({ input, research_effort }),
    read: reply => readReport(reply),
  },
}

export function researchBody(
  request: ValidRequest<'research'>,
  { background }: { background: boolean },
): object {
  const controls = sourceControls(request.source_control ?? {})
  return {
    input: request.input,
    research_effort: request.research_effort,
    background,
    ...(Object.keys(controls).length > 0 ? { source_control: controls } : {}),
    ...(request.output_schema === undefined ? {} : { output_schema: request.output_schema }),
  }
}

function readReport(reply: unknown, structured = false): ToolResult | undefined {
  const output = readResearch(reply, { structured })
  return output && { output }
}

function sourceControls(controls: SourceControls): object {
  return {
    ...domains('include_domains', controls.include_domains),
    ...domains('exclude_domains', controls.exclude_domains),
    ...domains('boost_domains', controls.boost_domains),
    ...(controls.freshness === undefined ? {} : { freshness: controls.freshness }),
    ...(controls.country === undefined ? {} : { country: controls.country.toUpperCase() }),
  }
}

function domains(name: string, list: readonly string[] = []): object {
  const hosts = new Set(list.map(normaliseDomain).filter(host => host !== undefined))
  return hosts.size > 0 ? { [name]: [...hosts] } : {}
}
