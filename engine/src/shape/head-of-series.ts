/** A later member of a series: a figure and the time it is of. */
const MEMBER = /^[^\p{L}]{0,3}[\d.,]+[^;]{0,40}\b(?:1[5-9]|20)\d{2}\b/u
const FIGURE = /\s[-–—:]\s+(?=[^\p{L}]{0,3}\d)/u

/**
 * What a value says first when the rest repeats it for other years: `crowns per euro - 7.45 (2014);
 * 7.46 (2013)`. Without its figure, that is what the figure counts. Undefined for other values.
 */
export function headOfSeries(
  value: string,
  { withFigure }: { readonly withFigure: boolean },
): { readonly text: string; readonly end: number } | undefined {
  const [first = '', ...others] = value.split(/;\s+/)
  if (others.length === 0 || !others.every(other => MEMBER.test(other))) return undefined
  if (withFigure) return { text: first.trim(), end: first.length }
  const [counted = ''] = first.split(FIGURE)
  const [head = ''] = counted.split(/\sper\s/i)
  return { text: head.trim(), end: first.length }
}
