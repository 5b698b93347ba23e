import type { Author } from '../author.ts'
import { rankRecords } from '../facts/rank-records.ts'
import { planResearch } from '../plan/plan-research.ts'
import { wantedLanguage } from '../plan/wanted-language.ts'
import type { Reader } from '../reader/reader.ts'
import { writeReport } from '../write/write-report.ts'
import { fillFromSources } from './fill/fill-from-sources.ts'
import { judgeClaims } from './judge-claims.ts'
import { readPart } from './read-part.ts'

const FALLBACK_LANGUAGE = 'en'

/** Creates the author that needs no language model: search, the reading model, fields and templates. */
export function createExtractiveAuthor(reader: Reader): Author {
  const author: Author = {
    async plan({ request: { input, kind }, source, policy, budget }, found) {
      // The next round looks for open parts more widely; there is nothing else to ask.
      if (found) return { ...found.plan, parts: [] }
      const language = wantedLanguage(input) ?? FALLBACK_LANGUAGE
      const planning = { source, policy, most: budget.limits.parts, mayGoOn: budget.maySearch }
      return { parts: await planResearch(input, planning), kind, language }
    },
    async read({ part, passages }, run) {
      const ranking = part.superlative && (await rankRecords(part.superlative, run))
      if (ranking) return { part, sentences: [], related: [], ranking }
      return await readPart(part, passages, { ...run, reader, limits: run.budget.limits })
    },
    async *write({ findings, ledger }, { request: { effort }, budget: { limits } }) {
      yield writeReport(findings, { ledger, effort, limits })
    },
    fill: (schema, material, run) => fillFromSources(schema, material, { ...run, author }),
    judge: (claims, options, run) => judgeClaims(reader, claims, options, run),
  }
  return author
}
