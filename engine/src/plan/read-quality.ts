const KINDS = '(?:countries|nations|states|companies|products|cities|regions)'
const ASKS_FOR_ALL =
  '^(?:and\\s+)?(?:how many|which|what|list(?:\\s+all)?(?:\\s+the)?|name(?:\\s+all)?(?:\\s+the)?)\\s+(?:of\\s+the\\s+)?'
const THEY_ARE = new RegExp(
  `${ASKS_FOR_ALL}${KINDS}\\s+are\\s+(?:an?\\s+)?(\\p{L}[\\p{L}-]+)\\s*[?.!]*$`,
  'iu',
)
const THE_ONES = new RegExp(
  `${ASKS_FOR_ALL}(\\p{Ll}[\\p{Ll}-]+)\\s+${KINDS}(?:\\s+are\\s+there)?(?:\\s+in\\s+the\\s+world)?\\s*[?.!]*$`,
  'u',
)

/** Reads "How many countries are landlocked?" as "landlocked"; undefined for other questions. */
export function readQuality(clause: string): string | undefined {
  const tidy = clause.replace(/\s+/g, ' ').trim()
  const plain = tidy.charAt(0).toLowerCase() + tidy.slice(1)
  const quality = (THEY_ARE.exec(plain) ?? THE_ONES.exec(plain))?.[1]?.toLowerCase()
  return quality === undefined || /^(?:there|other|all|most|many|known)$/.test(quality)
    ? undefined
    : quality
}
