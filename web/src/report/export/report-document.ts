import { once } from '../../ui/once.ts'
import type { Source } from '../source.ts'
import type { ReportNode } from '../tame-report.ts'

/** The call that made a report, for its printed and exported copies. */
export interface ReportOrigin {
  /** Tool and effort, such as "Research, deep". */
  readonly call: string
  readonly at: Date
}

/** A report to be exported. */
export interface ReportDocument {
  readonly title: string
  readonly origin: ReportOrigin | undefined
  /** The report as a tree, already safe to show. Undefined if it could not be read as Markdown. */
  readonly tree: ReportNode | undefined
  readonly text: string
  readonly sources: readonly Source[]
}

const moment = once(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }),
)

/** Product, tool, effort and date of a report, on one line. */
export function originText(origin: ReportOrigin | undefined): string {
  return ['Footnote', origin?.call, origin && moment().format(origin.at)]
    .filter(Boolean)
    .join(' · ')
}

/** The blocks of a report; the text as paragraphs if it could not be read as Markdown. */
export function blocksOf({ tree, text }: ReportDocument): readonly ReportNode[] {
  if (tree) return tree.children ?? []
  return text.split(/\n{2,}/).map(value => ({
    type: 'element',
    tagName: 'p',
    children: [{ type: 'text', value }],
  }))
}

/** The numbers of a citation; undefined for any other node. */
export function numbersOf({ tagName, properties }: ReportNode): readonly number[] | undefined {
  if (tagName !== 'data') return undefined
  return String(properties?.['value'] ?? '')
    .split(' ')
    .map(Number)
}

/** Escapes text for HTML and XML, without the characters that XML forbids. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
