/** Letters and digits that continue a word; scripts without spaces have no such letters. */
const JOINED =
  '[[\\p{L}\\p{M}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]]'
const [WORD_BEFORE, NUMBER_BEFORE] = [`${JOINED}$`, `${JOINED}$|[\\-−–]$|\\d[.,]$`].map(toPattern)
const [WORD_AFTER, NUMBER_AFTER] = [`^${JOINED}`, `^${JOINED}|^%|^[.,]\\d`].map(toPattern)
const NOTHING = /(?!)/

/**
 * Returns where a text has a part that is not a piece of a longer word or number, such as `5 million` in
 * `15 million`; -1 if nowhere.
 */
export function findWhole(text: string, part: string, from = 0): number {
  if (part === '') return -1
  const before = /^\d/.test(part) ? NUMBER_BEFORE : /^\p{L}/u.test(part) ? WORD_BEFORE : NOTHING
  const after = /\d$/.test(part) ? NUMBER_AFTER : /[\p{L}\p{M}]$/u.test(part) ? WORD_AFTER : NOTHING
  for (let at = text.indexOf(part, from); at !== -1; at = text.indexOf(part, at + 1)) {
    const isBegun = before?.test(text.slice(Math.max(0, at - 2), at))
    if (!isBegun && !after?.test(text.slice(at + part.length, at + part.length + 2))) return at
  }
  return -1
}

function toPattern(source: string): RegExp {
  return new RegExp(source, 'v')
}
