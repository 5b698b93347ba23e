import type { FoundSentence } from '../evidence/found-sentence.ts'
import { contentStems } from '../text/words.ts'

const WHOLE = /(?:^|\s—\s)(?:total|name|value|overall|total population)$/i

/**
 * The label that is what was asked for: "GDP (purchasing power parity)" is GDP with an explanation,
 * "GDP - real growth rate" is something else. Then the one that fits better, then the more common one.
 */
export function chooseLabel(
  attribute: string,
  fields: readonly FoundSentence[],
): string | undefined {
  const asked = contentStems(attribute)
  const labels = [...Map.groupBy(fields, ({ label }) => label)].flatMap(([label, group]) =>
    label === undefined
      ? []
      : [
          {
            label,
            others: [...contentStems(plain(label)).difference(asked)].length,
            score: group[0]?.score ?? 0,
            count: group.length,
          },
        ],
  )
  const [best] = labels.toSorted(
    (one, other) =>
      Number(one.others > 0) - Number(other.others > 0) ||
      other.score - one.score ||
      other.count - one.count,
  )
  return best?.label
}

/** Without what stands in parentheses and without the part that only says "the whole of it". */
function plain(label: string): string {
  return label.replace(/\([^()]*\)/g, ' ').replace(WHOLE, '')
}
