import type { Fact } from './fact.ts'
import { plainList } from './say-items.ts'

const ITEM = /(?:[^,;()]|,(?=\d{3})|\([^()]*\))+/g
const NAME_FIRST =
  /^(?<name>\p{L}[^\d(]*?)\s*(?:\([^()]*\)\s*)*(?<number>\d[\d.,]*\d|\d)(?<unit>%| (?:sq )?km)/u
const NUMBER_FIRST = /^(?<number>\d[\d.,]*\d|\d)(?<scale> million)? (?<name>\p{L}[^\d(]*)/u
/** "Gambia, The" is one name. */
const COMMA_IN_NAME = /, The(?= \d)/g
/** The collection writes capitals in capitals. */
const CAPITALS = /\p{Lu}{2,}/gu
/** That of "Buddhists" and "Buddhism". */
const ENDING = /(?:ism|ists?|s)$/
const NO_NAME = /^(?:other|others|none|unspecified|unknown|no answer|note)\b/i

/** The items of a list such as "Muslim 69.3%, Christian 17.2%" as rows of their own. */
export function entriesOf(fact: Fact): Fact[] {
  const { text, qualifier, ...row } = fact
  if (row.number !== undefined || qualifier === 'note') return []
  return [
    ...plainList(text ?? '')
      .replace(COMMA_IN_NAME, '')
      .matchAll(ITEM),
  ].flatMap(([item]) => {
    const found = NAME_FIRST.exec(item.trim()) ?? NUMBER_FIRST.exec(item.trim())
    const { name = '', number = '', unit = '', scale } = found?.groups ?? {}
    if (!found || NO_NAME.test(name)) return []
    const named = unit
      ? name.trim()
      : name.trim().replace(CAPITALS, word => word.charAt(0) + word.slice(1).toLowerCase())
    return [
      {
        ...{ ...row, entry: { name: named, row: fact }, unit: unit.trim() || 'people' },
        qualifier: qualifier === undefined ? named : `${qualifier}: ${named}`,
        number: Number(number.replaceAll(',', '')) * (scale ? 1e6 : 1),
      },
    ]
  })
}

/** Returns whether the words name the entry: "Buddhists" and "Buddhism", "Catholic" and "Roman Catholic". */
export function isEntry({ entry }: Fact, wanted: string): boolean {
  const root = wanted.toLowerCase().replace(ENDING, '')
  const own = entry?.name.toLowerCase().split(/[\s/-]+/) ?? []
  return root !== '' && own.some(word => word.startsWith(root))
}
