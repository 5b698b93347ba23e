import vocabulary from '../../data/words.json' with { type: 'json' }
import { findNames } from '../text/find-names.ts'
import type { FactAnswer, FactStatement } from './answer.ts'
import { translateQuestion } from './languages.ts'

/** By the form of a clause, what an answer has that says what it asks for. */
const COVERED = vocabulary.covered.map(
  ([asks = '', says = '']) => [new RegExp(asks, 'i'), new RegExp(says, 'u')] as const,
)
const VERDICT = /^(?:Yes|No)\b| (?:grew|fell) (?:the )?(?:more|less|most|least) /
const NUMBER = /\d[\d.,]*\d|\d/g

/** Returns whether the answer to an earlier clause says all that a later one, in any language, asks for: "… and how long is it?" */
export function isSaid(
  clause: string,
  { answer, earlier }: { readonly answer?: FactAnswer | undefined; readonly earlier: FactAnswer },
): boolean {
  const said = earlier.statements.map(inEnglish).join(' ')
  if (!answer) {
    const forms = [clause, ...translateQuestion(clause).map(({ text }) => text)]
    const own = forms.filter(form => findNames(form).every(name => said.includes(name)))
    return own.some(form => COVERED.some(([asks, says]) => asks.test(form) && says.test(said)))
  }
  const known = new Set(earlier.statements.flatMap(({ facts }) => facts.map(({ id }) => id)))
  const numbers = new Set(said.match(NUMBER))
  return (
    answer.missing.length === 0 &&
    answer.statements.every(
      statement =>
        !VERDICT.test(inEnglish(statement)) &&
        // The longest border is news, though the list has its length.
        statement.facts.every(({ id, entry }) => known.has(id) && !entry) &&
        (inEnglish(statement).match(NUMBER) ?? []).every(number => numbers.has(number)),
    )
  )
}

function inEnglish({ text, english = text }: FactStatement): string {
  return english
}
