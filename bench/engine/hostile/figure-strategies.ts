import { changing, open, pick, replaceOne, type Strategy } from './strategy.ts'

const NUMBER = /(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)*(?![\p{L}\p{N}])/gu
const YEAR = /(?<![\p{N}.,$€£])(?:1[0-9]|20)\d\d(?![\p{L}\p{N}%]|[.,]\d)/gu
const WORDS = 'two three four five six seven eight nine ten eleven twelve'.split(' ')
const NUMBER_WORD = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'gi')
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const MONTH = new RegExp(
  `\\b(?:${MONTHS.join('|')})\\b(?=,? \\d)|(?<=\\d )(?:${MONTHS.join('|')})\\b`,
  'g',
)
const UNITS: Readonly<Record<string, string>> = {
  km: 'miles',
  kilometres: 'miles',
  kilometers: 'miles',
  miles: 'kilometers',
  mi: 'km',
  m: 'ft',
  metres: 'feet',
  meters: 'feet',
  feet: 'meters',
  ft: 'm',
  percent: 'percentage points',
  '%': ' percentage points',
  dollars: 'euros',
  years: 'months',
  year: 'month',
  months: 'weeks',
  days: 'weeks',
  hours: 'minutes',
  minutes: 'hours',
  tonnes: 'kilograms',
  kg: 'tonnes',
  acres: 'hectares',
  hundred: 'thousand',
  thousand: 'million',
  million: 'billion',
  billion: 'million',
  trillion: 'billion',
}
const UNIT = new RegExp(
  `(?<=\\d[ -]?|\\b(?:${WORDS.join('|')})[ -])(?:${Object.keys(UNITS).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)
const MONEY: Readonly<Record<string, string>> = { $: '€', '€': '$', '£': '$' }
const SCALE = /(?<=\d) (?:thousand|million|billion|trillion)\b|(?<=\d) ?(?:%|percent\b)/gi
/** A number that counts the next word, without a scale. */
const COUNT =
  /(?<![\p{L}\p{N}.,$€£-])\d{1,3}(?= \p{Ll}{4,})(?! (?:percent|million|billion|thousand))/gu

const changedNumber = changing('a number changed', (text, { draw }) =>
  replaceOne(text, NUMBER, { draw, by: ([number]) => another(number, text, draw) }),
)

/** Numbers, units and dates that no quote has. None of these may be let through. */
export const figureStrategies: readonly Strategy[] = [
  changedNumber,
  shaped(changedNumber, 'row', 'a number changed, in a table'),
  shaped(changedNumber, 'heading', 'a number changed, in a heading'),
  changing('a number rounded', (text, { draw }) =>
    replaceOne(text, /(?<![\p{L}\p{N}.,])\d+[.,]\d+(?![\p{L}\p{N}]|[.,]\d)/gu, {
      draw,
      by: ([number]) => {
        const round = rounded(number)
        return round === undefined || contains(text, round) ? undefined : round
      },
    }),
  ),
  changing('a number in words changed', (text, { draw }) =>
    replaceOne(text, NUMBER_WORD, {
      draw,
      by: ([word]) =>
        pick(
          WORDS.filter(other => !contains(text, other) && other !== word),
          draw,
        ),
    }),
  ),
  changing('a number added', (text, { draw }) => {
    const number = String(Math.floor(draw() * 80) + 12)
    if (contains(text, number)) return undefined
    return `${open(text)}, which is ${number} percent more than before.`
  }),
  changing('the number of another quote', (text, { draw, others }) => {
    const numbers = others.flatMap(other => other.text.match(NUMBER) ?? [])
    const other = pick(
      numbers.filter(number => !contains(text, number)),
      draw,
    )
    return other && replaceOne(text, NUMBER, { draw, by: () => other })
  }),
  changing('a unit or scale changed', (text, { draw }) =>
    replaceOne(text, UNIT, { draw, by: ([unit]) => UNITS[unit.toLowerCase()] }),
  ),
  changing('a currency changed', (text, { draw }) =>
    replaceOne(text, /[$€£](?=\d)/g, { draw, by: ([sign]) => MONEY[sign] }),
  ),
  changing('a scale or per cent sign dropped', (text, { draw }) =>
    replaceOne(text, SCALE, { draw, by: () => '' }),
  ),
  changing('a scale added', (text, { draw }) =>
    replaceOne(text, COUNT, { draw, by: ([number]) => `${number} million` }),
  ),
  changing('a year changed', (text, { draw }) =>
    replaceOne(text, YEAR, {
      draw,
      by: ([year]) => {
        const other = String(Number(year) + (draw() < 0.5 ? -1 : 1) * (1 + Math.floor(draw() * 30)))
        return contains(text, other) ? undefined : other
      },
    }),
  ),
  changing('a month changed', (text, { draw }) =>
    replaceOne(text, MONTH, {
      draw,
      by: () =>
        pick(
          MONTHS.filter(month => !text.includes(month)),
          draw,
        ),
    }),
  ),
  changing('a year added', (text, { draw }) => {
    const year = String(1850 + Math.floor(draw() * 150))
    return contains(text, year) ? undefined : `${open(text)} in ${year}.`
  }),
]

/** Changes a number in a sentence that code calculated. */
export const calculatedStrategy: Strategy = {
  ...changedNumber,
  name: 'a calculated number changed',
}

function shaped(strategy: Strategy, shape: 'heading' | 'row', name: string): Strategy {
  return {
    name,
    make(quote, others) {
      const attempt = strategy.make(quote, others)
      // A heading has a limited length.
      if (!attempt || (shape === 'heading' && attempt.text.length > 110)) return undefined
      return { ...attempt, shape }
    },
  }
}

/** Returns a similar number that is not in the text. */
function another(number: string, text: string, draw: () => number): string | undefined {
  const digits = [...number.matchAll(/\d/g)].map(({ index }) => index)
  for (let tries = 0; tries < 20; tries++) {
    const at = pick(digits, draw) ?? 0
    const digit = String(1 + Math.floor(draw() * 9))
    const other = number.slice(0, at) + digit + number.slice(at + 1)
    if (!contains(text, other)) return other
  }
  return undefined
}

function rounded(number: string): string | undefined {
  const value = Number(number.replaceAll(',', ''))
  const round = Math.round(value) === value ? Math.round(value / 100) * 100 : Math.round(value)
  return round === value || round === 0 ? undefined : round.toLocaleString('en')
}

function contains(text: string, piece: string): boolean {
  return text.toLowerCase().includes(piece.toLowerCase())
}
