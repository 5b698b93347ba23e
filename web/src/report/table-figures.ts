interface ReadNumber {
  readonly value: number
  readonly unit: string
}

export interface FigureColumn {
  readonly name: string
  /** One for each row that has a value, in the order of the table. */
  readonly bars: readonly {
    readonly label: string
    readonly text: string
    readonly value: number
  }[]
}

const FEWEST = 2
const MOST = 20
const MISSING = /^(?:[-–—]|n\/?a|unknown|not (?:available|reported))?$/i
const NUMBER =
  /^(?<before>[^\d\s.,+-]{0,4}) ?\+?(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?) ?(?<scale>thousand|million|billion|bn|trillion)? ?(?<after>[^\d]{0,16})$/iu
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
}
const YEARS = { from: 1500, to: 2200 }

/**
 * The columns of a table whose figures can be compared: every cell is a number of the same unit, or
 * missing. The first column names the rows. Negative figures and years are left out.
 */
export function tableFigures(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly FigureColumn[] {
  if (rows.length < FEWEST || rows.length > MOST) return []
  const labels = rows.map(([label = '']) => label.trim())
  if (labels.some(label => label === '')) return []
  return header.slice(1).flatMap((name, index) => {
    const texts = rows.map(row => (row[index + 1] ?? '').trim())
    const bars = texts.flatMap((text, row) => {
      const number = readNumber(text)
      return number ? [{ label: labels[row] ?? '', text, ...number }] : []
    })
    const present = texts.filter(text => !MISSING.test(text)).length
    if (bars.length < FEWEST || bars.length < present) return []
    if (new Set(bars.map(({ unit }) => unit)).size > 1) return []
    if (bars.every(({ value, unit }) => unit === '' && isYear(value))) return []
    return [{ name: name.trim(), bars: bars.map(({ unit: _, ...bar }) => bar) }]
  })
}

function readNumber(text: string): ReadNumber | undefined {
  const { before = '', digits = '', scale = '', after = '' } = NUMBER.exec(text)?.groups ?? {}
  if (digits === '') return undefined
  const value = Number(digits.replaceAll(',', '')) * (SCALES[scale.toLowerCase()] ?? 1)
  return { value, unit: `${before}${after.trim()}`.toLowerCase() }
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= YEARS.from && value <= YEARS.to
}
