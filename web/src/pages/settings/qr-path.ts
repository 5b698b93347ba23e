/** Draws the dark squares as one path; neighbours in a row share a bar, so that no seams show. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .map((row, y) =>
      barsOf(row)
        .map(bar => rectangle(bar, y))
        .join(''),
    )
    .join('')
}

interface Bar {
  readonly x: number
  readonly width: number
}

function barsOf(row: readonly boolean[]): readonly Bar[] {
  const text = row.map(isDark => (isDark ? '1' : '0')).join('')
  return [...text.matchAll(/1+/g)].map(({ 0: run, index }) => ({ x: index, width: run.length }))
}

function rectangle({ x, width }: Bar, y: number): string {
  return `M${x} ${y}h${width}v1h-${width}z`
}
