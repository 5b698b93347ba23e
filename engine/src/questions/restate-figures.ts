import type { RestatedFigures } from '../author.ts'
import { glossQuestion } from '../facts/languages.ts'
import { isPlainWord } from '../finance/companies/company-names.ts'
import { findCompanies, findMentions } from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import { findMetrics, findNarrowed } from '../finance/question/find-metrics.ts'
import { aimsAt, withoutAim } from '../finance/question/read-aims.ts'
import { readEdge } from '../finance/question/read-query.ts'
import { findPeriods } from '../finance/question/read-times.ts'
import { splitClauses } from '../plan/split-clauses.ts'
import type { Span } from '../text/span.ts'
import { words } from '../text/words.ts'
import { restateAboutCompanies } from './about-companies.ts'
import { LONGEST_QUESTION } from './restate.ts'

/** Measures that companies report outside their statements, and advice. */
const NOT_HELD =
  /\b(?:same|comparable)[ -]store\b|\bcomparable sales\b|\blike[ -]for[ -]like\b|\bmarket share\b|\b(?:good|bad|safe|smart) (?:investment|buy|bet)\b|\bworth (?:buying|investing)\b|\bshould (?:i|we) (?:buy|sell|invest|hold)\b/i
const WHY = /^\W*why\b/i
/** Asks for the same figures of another company: "… and how does Walmart compare?" */
const COMPARES = /^(?:and )?how (?:do|does|did) .{2,60} compare\W*$/i
/** Each takes a reading of the model. */
const MOST_CLAUSES = 12

/** Restates a question about figures of companies, and names the clauses that ask for none. */
export async function restateFigures(
  input: string,
  sources: Parameters<typeof restateAboutCompanies>[1],
): Promise<RestatedFigures | undefined> {
  // The reason for a change is no figure, and a run of years is lost in plain words.
  if (input.length > LONGEST_QUESTION || WHY.test(input) || readEdge(input)) return undefined
  // A part of a figure, such as a product's sales, is none either.
  const known = mentionsIn(input, sources.companies)
  if (findNarrowed(input, known).length > 0 && findMetrics(input, known).length === 0)
    return undefined
  const { clauses, language } = await restateAboutCompanies(input, sources)
  if (clauses.length === 0) return undefined
  // The meaning of figures is said with them.
  const asked = splitClauses(withoutAim(input, 'meaning')).slice(0, MOST_CLAUSES)
  const open: string[] = []
  const inEnglish = (clause: string) =>
    (language && glossQuestion(clause, sources.facts, language)?.text) || clause
  for (const clause of asked) {
    const apart = clause.split(/,\s+(?:and\s+)?|\s+and\s+/).find(piece => NOT_HELD.test(piece))
    if (apart !== undefined) open.push(apart)
    else if (asked.length > 1 && !(await asksForFigures(inEnglish(clause), sources)))
      open.push(clause)
  }
  return { question: clauses.join(' '), open, ...(language && { language }) }
}

function mentionsIn(input: string, { directory }: CompanyStore): readonly Span[] {
  const found = findCompanies(input, { directory, kind: 'finance', isOverview: true })
  return [...findMentions(input, found), ...findPeriods(input, '2000-01-01')]
}

/** "Which years?", "By what percent?" and "How far has it dropped since?" ask for the same figures. */
async function asksForFigures(
  clause: string,
  { reader, signal }: Parameters<typeof restateAboutCompanies>[1],
): Promise<boolean> {
  if (COMPARES.test(clause)) return true
  if (words(clause).every(word => isPlainWord(word) || aimsAt(word.text, 'change'))) return true
  const { fields } = await reader.understand(clause, { about: 'companies', signal })
  return fields.length > 0
}
