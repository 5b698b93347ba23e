const SPACE = /\s/
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff]/
const SINGLE_QUOTE = /[\u2018\u2019\u201a\u201b\u2032\u02bc\u0060\u00b4\u2039\u203a]/
const DOUBLE_QUOTE = /[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/
const DASH = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/
/** Most characters stand for themselves, and are known by a look. */
const ORDINARY = /[!-[\]-_a-~]/
const PUNCTUATION = /[!-/:-@[-`{-~]/

/** A text in the one spelling in which quotes are compared. */
export interface PlainText {
  readonly text: string
  /** Where each of its characters stands in the text as written. */
  readonly places: readonly number[]
}

/** Single spaces, one kind of quotation marks and dashes, nothing unseen, no backslashes of Markdown. */
export function plainText(written: string): PlainText {
  let text = ''
  const places: number[] = []
  for (let at = 0; at < written.length; at++) {
    const character = spell(written, at)
    if (character === '' || (character === ' ' && (text === '' || text.endsWith(' ')))) continue
    text += character
    places.push(at)
  }
  return { text, places }
}

function spell(written: string, at: number): string {
  const character = written.charAt(at)
  if (ORDINARY.test(character)) return character
  if (character === '\\') return PUNCTUATION.test(written.charAt(at + 1)) ? '' : character
  if (SPACE.test(character)) return ' '
  if (UNSEEN.test(character)) return ''
  if (SINGLE_QUOTE.test(character)) return "'"
  if (DOUBLE_QUOTE.test(character)) return '"'
  return DASH.test(character) ? '-' : character
}
