import { type Tool, tools } from '@footnote/contract/tools'
import { effortOf, questionOf, type ToolRequest } from '../tool-request.ts'
import { emptyDraft, NO_SOURCES, type SourceDraft, type ToolDraft } from './tool-draft.ts'

/** The fields that a request may have, with the source controls at either place. */
interface AnyControls {
  readonly include_domains?: readonly string[]
  readonly exclude_domains?: readonly string[]
  readonly boost_domains?: readonly string[]
  readonly freshness?: string
  readonly country?: string
  readonly language?: string
  readonly safesearch?: string
}

interface AnyOptions extends AnyControls {
  readonly source_control?: AnyControls
  readonly background?: boolean
  readonly output_schema?: object
}

const RANGE = /^(\d{4}-\d{2}-\d{2})to(\d{4}-\d{2}-\d{2})$/

/** Fills a form with a request; the reverse of `toRequest`. */
export function draftOf(request: ToolRequest): ToolDraft {
  const body = request.body as AnyOptions
  const schema = body.output_schema
  return {
    ...emptyDraft(request.tool),
    question: questionOf(request),
    effort: effortOf(request),
    sources: sourcesOf(request.tool, body),
    isBackground: body.background ?? false,
    hasSchema: schema !== undefined,
    schemaText: schema === undefined ? '' : JSON.stringify(schema, null, 2),
  }
}

function sourcesOf(tool: Tool, body: AnyOptions): SourceDraft {
  const controls = (tools[tool].sources === 'body' ? body : body.source_control) ?? {}
  const [, since, until] = RANGE.exec(controls.freshness ?? '') ?? []
  return {
    ...NO_SOURCES,
    domains: {
      include: controls.include_domains ?? [],
      exclude: controls.exclude_domains ?? [],
      boost: controls.boost_domains ?? [],
    },
    freshness: since === undefined ? (controls.freshness ?? '') : 'range',
    since: since ?? '',
    until: until ?? '',
    country: controls.country ?? '',
    language: body.language ?? '',
    safesearch: body.safesearch ?? '',
  }
}
