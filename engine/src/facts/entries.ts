import type { Fact } from './fact.ts'
import { itemsOf, plainList } from './say-items.ts'

const FIGURE = /^(?<number>\d[\d.,]*)(?<scale> million)?(?: ?(?<unit>%|(?:sq )?km))?$/
/** That of "Buddhists" and "Buddhism". */
const ENDING = /(?:ism|ists?|s)$/
const NO_NAME = /^(?:other|others|none|unspecified|unknown|no answer|note)\b/i

/** The items of a list such as "Muslim 69.3%, Christian 17.2%" as rows of their own. */
export function entriesOf(fact: Fact): Fact[] {
  const { text, qualifier, ...row } = fact
  if (row.number !== undefined || qualifier === 'note') return []
  return itemsOf(plainList(text ?? '')).flatMap(item => {
    const { number, scale, unit = 'people' } = FIGURE.exec(item.figure)?.groups ?? {}
    const name = item.name.replace(/, The$/, '')
    if (number === undefined || NO_NAME.test(name)) return []
    return [
      {
        ...{ ...row, entry: { name, row: fact }, unit },
        qualifier: qualifier === undefined ? name : `${qualifier}: ${name}`,
        number: Number(number.replaceAll(',', '')) * (scale && !number.includes(',') ? 1e6 : 1),
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
