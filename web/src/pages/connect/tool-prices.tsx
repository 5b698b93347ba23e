import { prices } from '@footnote/contract/prices'
import { TOOLS, type Tool, toolName } from '@footnote/contract/tools'
import { formatUsd } from '../../ui/money.tsx'

/** The price of each tool, or its range over all efforts. */
export function ToolPrices() {
  return (
    <table aria-label="Prices per call" className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">Price per call</th>
        </tr>
      </thead>
      <tbody>
        {TOOLS.map(tool => (
          <tr key={tool} className="border-t border-rule last:border-b">
            <th scope="row" className="py-2 text-left font-medium">
              {toolName(tool)}
            </th>
            <td className="py-2 text-right tabular-nums">{rangeOf(tool)} per call</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function rangeOf(tool: Tool): string {
  const units = prices.filter(price => price.tool === tool).map(({ costUnits }) => costUnits)
  const [least = 0n] = units.toSorted((one, other) => Number(one - other))
  const most = units.reduce((top, one) => (one > top ? one : top), least)
  return least === most ? formatUsd(least) : `${formatUsd(least)} to ${formatUsd(most)}`
}
