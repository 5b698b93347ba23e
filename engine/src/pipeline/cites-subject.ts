import type { Finding } from '../evidence/finding.ts'
import type { Passage } from '../library/passage.ts'
import type { Source } from '../search/source.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { findNames } from '../text/find-names.ts'
import { baseOf } from '../text/language-tag.ts'
import { contentWords, type Word, words } from '../text/words.ts'
import { isNameKnown } from '../verify/names.ts'

/** A long document that names the subject does so within this many passages. */
const MOST_PASSAGES = 200
/** A possessive names the subject of a lower-case question: "what was apple's revenue?" */
const OWNER =
  /(?<!\b(?:the|an?|this|that|its|their|our|my|your|his|her)\s+)(?<!\p{L})(\p{Ll}{3,})['’]s\b/gu
const NO_OWNER =
  /^(?:what|who|where|when|how|that|there|here|let|today|world|women|men|people|children)$/
/** Abbreviations too short to recognise by their letters. */
const SHORT_NAMES = [
  [/\bUS\b/g, 'US United States'],
  [/\bUK\b/g, 'UK United Kingdom'],
  [/\bEU\b/g, 'EU European Union'],
  [/\bUN\b/g, 'UN United Nations'],
] as const

/**
 * Returns whether the cited sources name anything that the question names. If not, they are about something
 * else, however many other words match. A question without names passes.
 */
export async function citesSubject(
  findings: readonly Finding[],
  { cited, source }: { readonly cited: readonly Passage[]; readonly source: Source },
): Promise<boolean> {
  // Figures are looked up by subject, which the question may call by a ticker or another name.
  if (cited.length === 0 || findings.some(({ figures }) => figures)) return true
  const documentIds = new Set(cited.map(({ documentId }) => documentId))
  const questions = findings.map(({ part }) => part.question)
  if (isForeign(questions.join('\n'), cited)) return true
  const names = questions.flatMap(namesIn)
  if (names.length === 0 || names.some(isNamedIn(wordsOf(cited)))) return true
  for (const documentId of documentIds) {
    const whole = await source.read(documentId)
    // Outside the quotes only capitalised words count: an apple is not Apple.
    const capitals = wordsOf(whole.slice(0, MOST_PASSAGES)).filter(({ text }) =>
      /^\p{Lu}/u.test(text),
    )
    if (names.some(isNamedIn(capitals))) return true
  }
  return false
}

/** Returns whether all cited passages are in another language, which may spell the names differently. */
function isForeign(question: string, cited: readonly Passage[]): boolean {
  const asked = detectLanguage(question)
  return (
    asked !== undefined && cited.every(({ language = asked }) => baseOf(language) !== baseOf(asked))
  )
}

/** Splits each name into words, without people's initials. */
function namesIn(question: string): Word[][] {
  const found = findNames(question)
  const owners = Array.from(question.matchAll(OWNER), ([, owner = '']) => owner)
  return (
    [found, owners.filter(owner => !NO_OWNER.test(owner))]
      .map(names => names.map(name => contentWords(spellOut(name)).filter(isLong)))
      .map(names => names.filter(name => name.length > 0))
      .find(names => names.length > 0) ?? []
  )
}

function isLong({ folded }: Word): boolean {
  return folded.length > 1
}

/** Half of the words are enough to recognise a name: "Lovelace" for "Ada Lovelace". */
function isNamedIn(known: readonly Word[]): (name: readonly Word[]) => boolean {
  return name => name.filter(word => isNameKnown(word, known)).length >= name.length / 2
}

function wordsOf(passages: readonly Passage[]): Word[] {
  const texts = passages.flatMap(({ title, headings, text }) => [title, ...headings, text])
  return words(spellOut(texts.join('\n')))
}

/** Writes U.S. as US, and adds the full form to the shortest names. */
function spellOut(text: string): string {
  const joined = text.replace(/\b(?:\p{Lu}\.){2,}/gu, letters => letters.replaceAll('.', ''))
  return SHORT_NAMES.reduce((all, [short, long]) => all.replace(short, long), joined)
}
