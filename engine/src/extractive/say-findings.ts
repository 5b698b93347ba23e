import type { Finding } from '../evidence/finding.ts'
import { NOT_UNDERSTOOD } from '../questions/to-plain.ts'
import { reportWords } from '../text/report-words.ts'
import { isAnswered } from '../write/write-report.ts'

interface Caller {
  readonly language: string
  /** The question in the caller's words. */
  readonly asked?: string | undefined
}

/** The findings in the language of the caller; undefined if it has no words for one of them. */
export function sayFindings(findings: readonly Finding[], caller: Caller): Finding[] | undefined {
  const said = findings.flatMap((finding): Finding | readonly [] => {
    const { part, figures } = finding
    if (!isAnswered(finding))
      return { ...finding, part: { ...part, question: sayOpen(part.question, caller) } }
    if (!figures?.said) return []
    // The lines of the sources behind it are in English.
    const own = { ...figures.said, conflicts: [], answered: [] }
    return { ...finding, sentences: [], related: [], figures: own }
  })
  return said.length === findings.length ? said : undefined
}

/** A plain question is in English, and therefore quoted. */
function sayOpen(open: string, { language, asked = '' }: Caller): string {
  const { otherPart } = reportWords(language)
  if (open === NOT_UNDERSTOOD) return otherPart
  return asked.includes(open) ? open : `${otherPart} (“${open.replace(/[.?]$/, '')}”)`
}
