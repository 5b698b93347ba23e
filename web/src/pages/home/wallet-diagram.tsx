import { limits } from '@footnote/contract/limits'
import { priceOf } from '@footnote/contract/prices'
import { UNITS_PER_USD } from '@footnote/contract/units'
import { formatUsd } from '../../ui/money.tsx'

const HEIGHT = 208
/** When the call is charged and when it ends, as shares of the width. */
const DEBITED = '24%'
const SETTLED = '62%'
const FULL_Y = 44
const HELD_Y = 132
const AXIS_Y = 178

const FULL = BigInt(limits.minimumRechargeUsd) * UNITS_PER_USD
const PRICE = priceOf('research', 'standard').costUnits
const full = formatUsd(FULL)
const left = formatUsd(FULL - PRICE)

/** The balance during one call: debited before it runs, then kept or refunded. */
export function WalletDiagram() {
  return (
    <figure>
      <svg
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={`The balance is ${full}. The call is charged before it runs, which leaves ${left}. If it succeeds, the balance stays at ${left}. If it fails, the balance is ${full} again.`}
        className="block overflow-visible fill-quiet text-[0.8125rem] tabular-nums"
      >
        <g strokeLinecap="square" className="stroke-ink stroke-2">
          <line x1="0" x2={DEBITED} y1={FULL_Y} y2={FULL_Y} />
          <line x1={DEBITED} x2={DEBITED} y1={FULL_Y} y2={HELD_Y} />
          <line x1={DEBITED} x2="100%" y1={HELD_Y} y2={HELD_Y} />
        </g>
        <g strokeDasharray="5 4" className="stroke-accent stroke-2">
          <line x1={SETTLED} x2={SETTLED} y1={HELD_Y} y2={FULL_Y} />
          <line x1={SETTLED} x2="100%" y1={FULL_Y} y2={FULL_Y} />
        </g>
        <text x="0" y={FULL_Y - 12} className="fill-ink">
          {full} <tspan className="fill-quiet">balance</tspan>
        </text>
        <text x={DEBITED} dx="10" y={HELD_Y - 12} className="fill-ink">
          {left} <tspan className="fill-quiet">pending</tspan>
        </text>
        <text x={SETTLED} dx="10" y={FULL_Y - 12} className="fill-accent">
          {full} <tspan className="font-medium">refunded</tspan>
        </text>
        <text x={SETTLED} dx="10" y={HELD_Y - 12} className="fill-ink">
          {left} <tspan className="fill-quiet">paid</tspan>
        </text>
        <line x1="0" x2="100%" y1={AXIS_Y} y2={AXIS_Y} className="stroke-rule" />
        {[
          { x: '0', text: 'you ask' },
          { x: DEBITED, text: 'charged, then it runs' },
          { x: SETTLED, text: 'it ends' },
        ].map(({ x, text }) => (
          <g key={text}>
            <line x1={x} x2={x} y1={AXIS_Y - 4} y2={AXIS_Y + 4} className="stroke-edge" />
            <text x={x} y={AXIS_Y + 22}>
              {text}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  )
}
