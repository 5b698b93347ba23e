import { type CellNumber, cellNumber } from '../cell-number.ts'

const WITH_UNIT = /^(?<number>[^\p{L}]{1,24}\d[^\p{L}]{0,4}?|\d)\s?(?<unit>\p{L}[\p{L}²³/]{0,11})$/u
const LONGEST = 40

/** Reads the cells of a column as numbers, with the unit after them where all have the same. */
export function columnNumbers(values: readonly string[]): (text: string) => CellNumber | undefined {
  const units = new Set(
    values.filter(value => cellNumber(value) === undefined).map(value => parts(value)?.unit ?? ''),
  )
  const [unit] = units
  if (units.size !== 1 || unit === undefined || unit === '') return cellNumber
  return text => cellNumber(text) ?? cellNumber(parts(text)?.number ?? '')
}

function parts(text: string): { readonly number: string; readonly unit: string } | undefined {
  if (text.length > LONGEST) return undefined
  const { number, unit } = WITH_UNIT.exec(text.trim())?.groups ?? {}
  // "1 hour" and "2 hours" have the same unit.
  return number === undefined || unit === undefined
    ? undefined
    : { number, unit: unit.toLowerCase().replace(/s$/, '') }
}
