import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillPlaceholders, type Surroundings } from './placeholders.ts'
import { referenceMarkdown } from './reference-markdown.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const DOCUMENTS = join(ROOT, 'docs')

/** The one page that is made from the contract. */
export const REFERENCE = '/docs/reference'

export const CHANGELOG = '/docs/changelog'

/** Pages in reading order; `/docs` shows the first. */
export const GUIDES = [
  'quick-start',
  'typescript',
  'python',
  'command-line',
  'agents',
  'mcp-clients',
  'openai',
  'choosing-an-effort',
  'sources',
  'source-controls',
  'structured-output',
  'background-tasks',
  'lost-connections',
  'streaming',
  'keys',
  'team',
  'webhooks',
  'errors',
  'billing-and-refunds',
  'usage-export',
  'privacy',
  'versioning',
] as const

export interface DocsPage {
  /** Path for people; programs add `.md`. */
  readonly path: string
  readonly title: string
  /** The first paragraph, which says what the page is about. */
  readonly summary: string
  /** The whole text, whose links are paths of this service. */
  readonly markdown: string
}

/** Builds the documentation: the guides, then the reference and the changelog. */
export function readDocsPages(surroundings: Surroundings): DocsPage[] {
  const guides = GUIDES.map((name, index) =>
    readPage(`guides/${name}.md`, index === 0 ? '/docs' : `/docs/${name}`, surroundings),
  )
  return [
    ...guides,
    toPage(REFERENCE, referenceMarkdown(surroundings.baseUrl)),
    toPage(CHANGELOG, readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')),
  ]
}

/** Builds Markdown versions of the website's pages. */
export function readSitePages(surroundings: Surroundings): DocsPage[] {
  return [
    readPage('site/index.md', '/', surroundings),
    readPage('site/prices.md', '/prices', surroundings),
  ]
}

/** Builds the skill that a coding agent installs. */
export function readSkill(surroundings: Surroundings): string {
  return fillPlaceholders(readFileSync(join(DOCUMENTS, 'site/skill.md'), 'utf8'), surroundings)
}

function readPage(file: string, path: string, surroundings: Surroundings): DocsPage {
  return toPage(path, fillPlaceholders(readFileSync(join(DOCUMENTS, file), 'utf8'), surroundings))
}

function toPage(path: string, markdown: string): DocsPage {
  const [, title, summary] = /^# (.+)\n\n([^\n]+(?:\n[^\n]+)*)\n/.exec(markdown) ?? []
  if (title === undefined || summary === undefined) {
    throw new Error(`${path} must begin with a title and a paragraph`)
  }
  return {
    path,
    title,
    summary: summary.replaceAll('\n', ' '),
    markdown: `${markdown.trimEnd()}\n`,
  }
}
