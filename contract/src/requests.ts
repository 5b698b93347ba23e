import Type, { type Static, type TSchema } from 'typebox'
import { COUNTRY_CODES, LANGUAGE_CODES } from './codes.ts'
import { limits } from './limits.ts'
import { effortsOf, type Tool, type ToolWithEfforts, tools } from './tools.ts'

const DomainList = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ format: 'domain' }), { maxItems: limits.domainsPerList, description }),
  )

const sourceControls = {
  include_domains: DomainList(
    'Use only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains.',
  ),
  exclude_domains: DomainList('Never use these hosts or suffixes.'),
  boost_domains: DomainList('Prefer these hosts or suffixes.'),
  freshness: Type.Optional(
    Type.String({
      format: 'freshness',
      description:
        'Age of the pages: day, week, month, year, or a range <start_date>to<end_date> with dates as YYYY-MM-DD.',
    }),
  ),
  country: Type.Optional(
    Type.String({
      format: 'country-code',
      description: `Country of the pages, in upper or lower case. One of ${[...COUNTRY_CODES].join(', ')}.`,
    }),
  ),
}

const Input = Type.String({
  format: 'text',
  maxLength: limits.inputCharacters,
  description: 'The question to research. To get the report in another language, ask for it here.',
})

function Effort<Name extends ToolWithEfforts>(tool: Name, description: string) {
  const { defaultEffort } = tools[tool]
  return Type.Optional(Type.Enum(effortsOf(tool), { default: defaultEffort, description }))
}

export const AnswerRequest = closed({
  query: Type.String({
    format: 'text',
    maxLength: limits.queryCharacters,
    description: 'The question.',
  }),
  ...sourceControls,
  language: Type.Optional(
    Type.String({
      format: 'language-code',
      description: `Language of the pages, in upper or lower case. One of ${[...LANGUAGE_CODES].join(', ')}.`,
    }),
  ),
  safesearch: Type.Optional(
    Type.Enum(['off', 'moderate', 'strict'], {
      default: 'moderate',
      description: 'How strictly to filter explicit results.',
    }),
  ),
})

export const ResearchRequest = closed({
  input: Input,
  research_effort: Effort(
    'research',
    'How thorough the research is. The efforts deep, exhaustive and frontier always run in the background.',
  ),
  source_control: Type.Optional(
    closed(sourceControls, { description: 'Controls the sources of the research.' }),
  ),
  background: Type.Optional(
    Type.Boolean({ description: 'If true, lite and standard run in the background too.' }),
  ),
  output_schema: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: `A JSON Schema for output.content. Not available with lite. The root must have type object. Every object must set additionalProperties to false and list every property as required. At most ${limits.outputSchemaLevels} levels and ${limits.outputSchemaProperties} properties. The engine that runs the research has tighter limits.`,
      },
    ),
  ),
})

export const FinanceRequest = closed({
  input: Input,
  research_effort: Effort('finance_research', 'How thorough the research is.'),
})

export const requestSchemas = {
  answer: AnswerRequest,
  research: ResearchRequest,
  finance_research: FinanceRequest,
} as const satisfies Record<Tool, TSchema>

/** The body of a request, as callers send it. */
export type RequestOf<Name extends Tool> = WithSchema<Static<(typeof requestSchemas)[Name]>>
export type AnswerRequest = RequestOf<'answer'>
export type ResearchRequest = RequestOf<'research'>
export type FinanceRequest = RequestOf<'finance_research'>

/** A validated request. It always names its effort, so that no later step chooses one. */
export type ValidRequest<Name extends Tool> = WithEffort<RequestOf<Name>>
type WithEffort<Request> = 'research_effort' extends keyof Request
  ? Request & Required<Pick<Request, 'research_effort'>>
  : Request

/** Values that validation fills in for missing fields. */
export function requestDefaults(tool: Tool): { defaults?: Readonly<Record<string, unknown>> } {
  const { defaultEffort } = tools[tool]
  return defaultEffort === null ? {} : { defaults: { research_effort: defaultEffort } }
}

/** TypeBox has no type for an object with any members. */
type WithSchema<Request> = 'output_schema' extends keyof Request
  ? Omit<Request, 'output_schema'> & { output_schema?: Readonly<Record<string, unknown>> }
  : Request

/** The source controls that answer and research share. */
export type SourceControls = NonNullable<ResearchRequest['source_control']>

function closed<T extends Record<string, TSchema>>(
  properties: T,
  options: { description?: string } = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}
