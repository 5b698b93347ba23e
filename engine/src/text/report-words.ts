import words from '../../data/report-words.json' with { type: 'json' }
import { baseOf } from './language-tag.ts'

/** The engine's own words in a report, in the report's language. */
export type ReportWords = typeof words.en

/** Returns the words of a language, or the English ones if it has none. */
export function reportWords(language = 'en'): ReportWords {
  return (words as Readonly<Record<string, ReportWords>>)[baseOf(language)] ?? words.en
}
