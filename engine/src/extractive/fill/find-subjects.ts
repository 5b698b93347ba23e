import type { Run } from '../../author.ts'
import { sayName } from '../../finance/companies/company-names.ts'
import { findCompanies, findMentions } from '../../finance/companies/find-companies.ts'
import type { CompanyStore } from '../../finance/company-store.ts'
import { subjectOf } from '../../library/document.ts'
import type { ResearchRequest } from '../../research.ts'
import { wordsOfName } from '../../shape/property.ts'
import { propertyNames } from '../../shape/schema.ts'
import { overlaps, type Span } from '../../text/span.ts'
import { STOP_WORDS } from '../../text/stop-words.ts'
import { type Word, words } from '../../text/words.ts'

/** A subject that the library has documents about: a country, a company, a report. */
export interface Subject {
  /** Its name in the documents. */
  readonly name: string
  readonly documentIds: readonly number[]
  /** Other names of it, such as the one that the request uses. */
  readonly otherNames?: readonly string[]
  /** True if figures of filings are kept of it. */
  readonly isCompany?: boolean
}

const MOST_NAME_WORDS = 6
const MOST_WORDS = 400
/** A title that more documents share names their collection, as on every page of a manual. */
const MOST_DOCUMENTS = 4

/** Finds the subjects that the text names and that there are documents or figures about, in the order of mention. */
export async function findSubjects(
  text: string,
  run: Pick<Run, 'source' | 'policy' | 'request'> & {
    readonly companies: CompanyStore | undefined
  },
): Promise<Subject[]> {
  const { source, policy, companies } = run
  const filers = companies ? findFilers(text, run.request, companies) : []
  const documented = await findDocumented(text, { source, policy })
  const others = documented.filter(one => !overlaps(one, filers))
  const named = filers.map(one => {
    const own = documented.filter(other => overlaps(other, [one]))
    return { ...one, documentIds: own.flatMap(({ documentIds }) => documentIds) }
  })
  return [...named, ...others].sort((one, other) => one.start - other.start)
}

function findFilers(
  text: string,
  { kind, outputSchema = {} }: ResearchRequest,
  { directory }: CompanyStore,
): (Subject & Span)[] {
  // A property may be asked of the company alone: "Apple in 2023".
  const asked = propertyNames(outputSchema).map(wordsOfName).join(', ')
  const named = findCompanies(`${text}: ${asked}`, { directory, kind })
  return findMentions(text, named).flatMap(({ company, start, end, isUnsure }) => {
    if (isUnsure) return []
    const said = text.slice(start, end).replace(/['’]s?$/, '')
    const otherNames = [said, company.name]
    return [{ start, end, name: sayName(company), documentIds: [], otherNames, isCompany: true }]
  })
}

async function findDocumented(
  text: string,
  { source, policy }: Pick<Run, 'source' | 'policy'>,
): Promise<(Subject & Span)[]> {
  const mentions = candidateNames(text)
  if (mentions.length === 0) return []
  const documents = await source.findNamed(
    [...new Set(mentions.map(({ mention }) => mention))],
    policy,
  )
  const found: (Subject & Span)[] = []
  // The longest name wins: "Papua New Guinea" is not about Guinea.
  for (const { mention, start, end } of mentions) {
    if (found.some(other => start < other.end && end > other.start)) continue
    const own = documents.filter(({ name }) => name === mention)
    const [first] = own
    if (!first || own.length > MOST_DOCUMENTS) continue
    found.push({
      start,
      end,
      name: subjectOf(first.title),
      documentIds: [...new Set(own.map(({ documentId }) => documentId))],
    })
  }
  return found
}

/** Lists runs of words that could be a name, the longest first. */
function candidateNames(text: string): (Span & { readonly mention: string })[] {
  const read = words(text).slice(0, MOST_WORDS)
  // A text with capitals has them in names.
  const hasCapitals = read.some((word, at) => at > 0 && isCapitalised(word))
  const mentions: ReturnType<typeof candidateNames> = []
  for (let length = Math.min(MOST_NAME_WORDS, read.length); length > 0; length--) {
    for (let at = 0; at + length <= read.length; at++) {
      const first = read[at]
      const last = read[at + length - 1]
      if (!first || !last || (STOP_WORDS.has(last.folded) && !isAcronym(last))) continue
      if (length === 1 && STOP_WORDS.has(first.folded) && !isAcronym(first)) continue
      if (hasCapitals && !isCapitalised(first) && first.folded !== 'the') continue
      const end = last.end - (/['’]s?$/.exec(last.text)?.[0].length ?? 0)
      mentions.push({ mention: text.slice(first.start, end), start: first.start, end })
    }
  }
  return mentions
}

function isCapitalised({ text }: Word): boolean {
  return /^[\p{Lu}\d]/u.test(text)
}

/** "US" is a name, "us" is not. */
function isAcronym({ text }: Word): boolean {
  return /^\p{Lu}{2,}$/u.test(text)
}
