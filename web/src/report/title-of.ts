import { plainLine } from '@footnote/contract/report/plain-text'

const LONGEST = 140
const HEADING = /^ {0,3}#{1,6}[ \t]+(?!Summary[ \t]*$)(.+?)[ \t]*#*$/m
const MARKUP = /\\?\[\\?\[[\d ,]+\\?\]\\?\]|[*_`~\\]/g

/** Turns a question into a one-line title, cut between words if it is long. */
export function titleOf(question: string | undefined): string | undefined {
  const line = plainLine(question ?? '')
  if (line === '') return undefined
  if (line.length <= LONGEST) return line
  const cut = line.slice(0, LONGEST)
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : LONGEST)}…`
}

/** A report without the heading that it begins with. */
export function withoutHeading(report: string): string {
  return report.replace(/^\s*#{1,6}[ \t]+[^\n]*(?:\n|$)/, '')
}

/** The first heading of a report in Markdown that says what it is about, as a title. */
export function headingOf(report: string): string | undefined {
  return titleOf(HEADING.exec(report.slice(0, 10_000))?.[1]?.replace(MARKUP, ''))
}
