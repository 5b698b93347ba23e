export interface CellNumber {
  readonly value: number
  /** The digits as written, with sign and without separators, for exact arithmetic. */
  readonly digits: string
  readonly decimals: number
  readonly isPercent: boolean
}

/** Footnote marks after a number, such as (1) or *, are not part of it. */
const FOOTNOTE = /(?:\s*(?:\(\s?[a-z\d]\s?\)|\[\s?[a-z\d]\s?\]|[*†‡§^]))+$/i
const NIL = /^(?:[$€£¥₹]\s*)?[-–—−‒]+\s*%?$|^nil$/i
const NUMBER =
  /^(?<before>[^\d]{0,8}?)(?<digits>\d{1,3}(?:[,\s]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)\s*(?<after>[^\d]{0,8})$/
const LONGEST_NUMBER = 40
const CURRENCY = /US|USD|EUR|GBP|RMB|NT|HK|NZ|AU|CAD?|Rs\.?|CHF|[ACSR](?=[$€£¥₹])|[$€£¥₹]|kr/g

/** Reads a cell that is only a number. Parentheses mean a negative number, a dash zero. */
export function cellNumber(cell: string): CellNumber | undefined {
  if (cell.length > LONGEST_NUMBER) return undefined
  const text = cell.trim().replace(/^\((.*)\)\s*%$/, '($1%)')
  if (NIL.test(text)) return { value: 0, digits: '0', decimals: 0, isPercent: text.endsWith('%') }
  const found = NUMBER.exec(text) ?? NUMBER.exec(text.replace(FOOTNOTE, ''))
  if (!found) return undefined
  const { before = '', digits = '', after = '' } = found.groups ?? {}
  const around = `${before.replace(CURRENCY, '')} ${after.replace(CURRENCY, '')}`
  if (!/^[\s()+\-–—−%x×*]*$/.test(around) || /[-–—−]\s*$/.test(after)) return undefined
  const isNegative = /[-–—−(]/.test(before)
  const plain = digits.replace(/[,\s]/g, '')
  const signed = isNegative ? `-${plain}` : plain
  return {
    value: Number(signed),
    digits: signed,
    decimals: plain.split('.')[1]?.length ?? 0,
    isPercent: text.includes('%'),
  }
}
