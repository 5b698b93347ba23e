import vocabulary from '../../data/words.json' with { type: 'json' }
import type { FactAnswer, FactStatement } from './answer.ts'
import { round } from './say-facts.ts'
import { writeNumber } from './write-fact.ts'

interface Unit {
  /** Regular expressions for its names. */
  readonly words: string
  /** How many of it make one of the collections' own units. */
  readonly of: Readonly<Record<string, number>>
}

const UNITS: Readonly<Record<string, Unit>> = vocabulary.units
const MEASURED = /(\d[\d,]*(?:\.\d+)?)( million)? (sq km|km|m)(?![\p{L}\d])/gu

/** Takes the unit that a question asks for off its text: "How high is it in feet?" */
export function withoutUnit(question: string): { text: string; unit?: string } {
  for (const [unit, { words, of }] of Object.entries(UNITS)) {
    const many = `\\bhow many (?:${words})`
    const text = question
      .replace(new RegExp(`${many} (?=high|tall|long|wide|deep)`, 'i'), 'how ')
      .replace(
        new RegExp(`${many} of (\\w+) (?:does|do) (.*?) have\\b`, 'i'),
        'how long is the $1 of $2',
      )
      .replace(
        new RegExp(`${many}(?= (?:is|are|does)\\b)`, 'i'),
        'sq km' in of ? 'how large' : 'how long',
      )
      .replace(new RegExp(`(?<![\\s,(])[\\s,(]*\\b(?:and )?in (?:${words})\\b\\)?`, 'i'), '')
    if (text !== question && /\p{L}/u.test(text)) return { text, unit }
  }
  return { text: question }
}

/** Adds every length and area of an answer in the unit that was asked for; undefined if it has none. */
export function inUnit(answer: FactAnswer, unit: string): FactAnswer | undefined {
  const statements = answer.statements.map(one => convert(one, unit))
  if (statements.some(({ text }) => text.includes(` ${unit}`))) return { ...answer, statements }
  const isMoney = Object.keys(UNITS[unit]?.of ?? {}).length === 0
  const isInDollars = statements.some(({ text }) => text.includes('$'))
  if (!isMoney || !isInDollars) return undefined
  return { ...answer, missing: [...answer.missing, `The amount in ${unit}`] }
}

function convert(statement: FactStatement, unit: string): FactStatement {
  const computed: number[] = []
  const text = statement.text.replace(MEASURED, (written, digits, scale, own, at) => {
    const factor = UNITS[unit]?.of[own]
    if (factor === undefined) return written
    const value = Number(digits.replaceAll(',', '')) * (scale ? 1e6 : 1) * factor
    const rounded = round(value)
    computed.push(rounded)
    const said = `${writeNumber(rounded)} ${unit}`
    const before = statement.text.slice(0, at)
    const isWithin = before.lastIndexOf('(') > before.lastIndexOf(')')
    return isWithin ? `${written}, or ${said}` : `${written} (${said})`
  })
  if (computed.length === 0) return statement
  return { ...statement, text, computed: [...(statement.computed ?? []), ...computed] }
}
