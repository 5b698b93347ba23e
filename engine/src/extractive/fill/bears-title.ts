import { words } from '../../text/words.ts'

/**
 * Titles that reference works file under a wider name: every king is listed as a chief of state, but
 * not every chief of state is a king. A title may go by others of the same meaning.
 */
const TITLES: readonly (readonly [RegExp, RegExp])[] = [
  [/^kings?$/, /\bking\b/i],
  [/^queens?$/, /\bqueen\b/i],
  [/^emperors?$/, /\bemperor\b/i],
  [/^presidents?$/, /\bpresident\b/i],
  [/^chancellors?$/, /\bchancellor\b/i],
  [/^(?:premiers?|ministers?)$/, /\b(?:premier|prime minister)\b/i],
  [
    /^monarchs?$/,
    /\b(?:monarch|king|queen|emperor|empress|sultan|[ae]mir|prince|princess|grand duke|grand duchess)\b/i,
  ],
]

/** Whether a text says a title that the words ask for, if they ask for one. */
export function bearsTitle(asking: string, text: string): boolean {
  const asked = words(asking).map(({ folded }) => folded)
  const titles = TITLES.filter(([title]) => asked.some(word => title.test(word)))
  return titles.length === 0 || titles.some(([, said]) => said.test(text))
}
