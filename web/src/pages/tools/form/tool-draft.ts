import { type Effort, type Tool, tools } from '@footnote/contract/tools'

export type DomainList = 'include' | 'exclude' | 'boost'

/** Source controls as entered; an empty string means no choice. */
export interface SourceDraft {
  readonly domains: Readonly<Record<DomainList, readonly string[]>>
  /** One of the contract's words, or `range` for the two dates. */
  readonly freshness: string
  readonly since: string
  readonly until: string
  readonly country: string
  readonly language: string
  readonly safesearch: string
}

/** The fields of a tool's form. */
export interface ToolDraft {
  readonly question: string
  readonly effort: Effort | null
  readonly sources: SourceDraft
  readonly isBackground: boolean
  readonly hasSchema: boolean
  readonly schemaText: string
}

export const NO_SOURCES: SourceDraft = {
  domains: { include: [], exclude: [], boost: [] },
  freshness: '',
  since: '',
  until: '',
  country: '',
  language: '',
  safesearch: '',
}

export function emptyDraft(tool: Tool): ToolDraft {
  return {
    question: '',
    effort: tools[tool].defaultEffort,
    sources: NO_SOURCES,
    isBackground: false,
    hasSchema: false,
    schemaText: '',
  }
}
