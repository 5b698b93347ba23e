import { encode } from 'uqr'

/** A QR code, dark on white in every theme because many scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-lg border border-rule"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={qrPath(data)} fill="#1e1b17" />
    </svg>
  )
}

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
