import { isAlwaysTask, type Price, prices } from '@footnote/contract/prices'
import { TOOLS, toolEntry, toolName } from '@footnote/contract/tools'
import { Money } from '../../ui/money.tsx'
import { priceId } from '../../ui/price-words.ts'

/** All prices, by tool. */
export function PriceList() {
  return (
    <table aria-label="Prices per call" className="w-full max-md:block">
      <thead className="sr-only">
        <tr>
          <th scope="col">Call</th>
          <th scope="col">Best for</th>
          <th scope="col">Price per call</th>
        </tr>
      </thead>
      {TOOLS.map(tool => (
        <tbody key={tool} className="max-md:block">
          <tr className="max-md:block">
            <th
              scope="rowgroup"
              colSpan={3}
              className="pt-9 pb-2 text-left font-serif text-xl font-medium max-md:block"
            >
              {toolName(tool)}
            </th>
          </tr>
          {prices
            .filter(price => price.tool === tool)
            .map(price => (
              <PriceRow key={priceId(price)} price={price} />
            ))}
        </tbody>
      ))}
    </table>
  )
}

function PriceRow({ price }: { price: Price }) {
  const { tool, effort, costUnits, purpose } = price
  return (
    <tr className="border-t border-rule max-md:grid max-md:grid-cols-[1fr_auto] max-md:py-3">
      <th scope="row" className="py-3.5 pr-6 text-left font-medium max-md:p-0">
        {effort ?? toolName(tool)}
        <span className="ml-2 text-sm font-normal text-quiet">
          {isAlwaysTask(price) ? 'background task' : (toolEntry(tool).duration ?? 'immediate')}
        </span>
      </th>
      <td className="py-3.5 pr-6 text-sm text-quiet max-md:order-last max-md:col-span-2 max-md:p-0 max-md:pt-1">
        {purpose}
      </td>
      <td className="py-3.5 text-right font-serif text-xl font-medium max-md:p-0">
        <Money units={costUnits} />
      </td>
    </tr>
  )
}
