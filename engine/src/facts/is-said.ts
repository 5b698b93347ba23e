import vocabulary from '../../data/words.json' with { type: 'json' }
import { findNames } from '../text/find-names.ts'
import type { FactAnswer } from './answer.ts'

/** By the form of a clause, what an answer has that says what it asks for. */
const COVERED = vocabulary.covered.map(
  ([asks = '', says = '']) => [new RegExp(asks, 'i'), new RegExp(says, 'u')] as const,
)
const VERDICT = /^(?:Yes|No)\b| (?:grew|fell) (?:the )?(?:more|less|most|least) /
const NUMBER = /\d[\d.,]*\d|\d/g

/** Returns whether the answer to an earlier clause says all that a later one asks for: "… and how long is it?" */
export function isSaid(
  clause: string,
  { answer, earlier }: { readonly answer?: FactAnswer | undefined; readonly earlier: FactAnswer },
): boolean {
  const said = earlier.statements.map(({ text }) => text).join(' ')
  if (!answer) {
    const isNamed = findNames(clause).every(name => said.includes(name))
    return isNamed && COVERED.some(([asks, says]) => asks.test(clause) && says.test(said))
  }
  const known = new Set(earlier.statements.flatMap(({ facts }) => facts.map(({ id }) => id)))
  const numbers = new Set(said.match(NUMBER))
  return (
    answer.missing.length === 0 &&
    answer.statements.every(
      ({ text, facts }) =>
        !VERDICT.test(text) &&
        // The longest border is news, though the list has its length.
        facts.every(({ id, entry }) => known.has(id) && !entry) &&
        (text.match(NUMBER) ?? []).every(number => numbers.has(number)),
    )
  )
}
