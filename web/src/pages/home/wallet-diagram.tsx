import { limits } from '@footnote/contract/limits'
import { priceOf } from '@footnote/contract/prices'
import { UNITS_PER_USD } from '@footnote/contract/units'
import { useWidth } from '../../charts/use-width.ts'
import { formatUsd } from '../../ui/money.tsx'

const HEIGHT = 208
const FULL_Y = 44
const HELD_Y = 132
const AXIS_Y = 178

const FULL = BigInt(limits.minimumRechargeUsd) * UNITS_PER_USD
const PRICE = priceOf('research', 'standard').costUnits
const full = formatUsd(FULL)
const left = formatUsd(FULL - PRICE)

/** The balance during one call: debited before it runs, then kept or refunded. */
export function WalletDiagram() {
  const { ref, width } = useWidth<HTMLElement>()
  const [asked, debited, settled] = [0, width * 0.24, width * 0.62]
  return (
    <figure ref={ref} style={{ minHeight: HEIGHT }}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`The balance is ${full}. The call is charged before it runs, which leaves ${left}. If it succeeds, the balance stays at ${left}. If it fails, the balance is ${full} again.`}
          className="block overflow-visible fill-quiet text-[0.8125rem] tabular-nums"
        >
          <path
            d={`M0 ${FULL_Y} H${debited} V${HELD_Y} H${settled}`}
            className="fill-none stroke-ink stroke-2"
          />
          <path d={`M${settled} ${HELD_Y} H${width}`} className="fill-none stroke-ink stroke-2" />
          <path
            d={`M${settled} ${HELD_Y} V${FULL_Y} H${width}`}
            strokeDasharray="5 4"
            className="fill-none stroke-accent stroke-2"
          />
          <text x={0} y={FULL_Y - 12} className="fill-ink">
            {full} <tspan className="fill-quiet">balance</tspan>
          </text>
          <text x={debited + 10} y={HELD_Y - 12} className="fill-ink">
            {left} <tspan className="fill-quiet">pending</tspan>
          </text>
          <text x={settled + 10} y={FULL_Y - 12} className="fill-accent">
            {full} <tspan className="font-medium">refunded</tspan>
          </text>
          <text x={settled + 10} y={HELD_Y - 12} className="fill-ink">
            {left} <tspan className="fill-quiet">paid</tspan>
          </text>
          <line x1={0} x2={width} y1={AXIS_Y} y2={AXIS_Y} className="stroke-rule" />
          {[
            { x: asked, text: 'you ask' },
            { x: debited, text: 'charged, then it runs' },
            { x: settled, text: 'it ends' },
          ].map(({ x, text }) => (
            <g key={text}>
              <line
                x1={x + 0.5}
                x2={x + 0.5}
                y1={AXIS_Y - 4}
                y2={AXIS_Y + 4}
                className="stroke-edge"
              />
              <text x={x} y={AXIS_Y + 22}>
                {text}
              </text>
            </g>
          ))}
        </svg>
      )}
    </figure>
  )
}
