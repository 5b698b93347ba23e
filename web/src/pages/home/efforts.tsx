import { isAlwaysTask, prices } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import { Money } from '../../ui/money.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { HomeSection } from './home-section.tsx'

const efforts = prices.filter(({ tool }) => tool === 'research')
const highest = efforts.reduce((most, { costUnits }) => (costUnits > most ? costUnits : most), 1n)

export function Efforts() {
  return (
    <HomeSection
      title="Five effort levels, five prices"
      lead={
        <>
          <p>
            Set how thorough the research is with one word in the request. Nothing else affects the
            price: not the length of your question, and not the length of the report.
          </p>
          <p>
            Answers and financial research have their own prices.{' '}
            <TextLink to={pages.prices}>See all prices and the calculator</TextLink>
          </p>
        </>
      }
    >
      <ol>
        {efforts.map(price => (
          <li
            key={price.effort}
            className="border-b border-rule py-4 first:pt-0 last:border-0 last:pb-0"
          >
            <div className="flex items-baseline gap-4">
              <h3 className="font-serif text-xl font-medium">{price.effort}</h3>
              <span className="text-sm text-quiet">
                {isAlwaysTask(price) ? 'background task' : 'immediate'}
              </span>
              <Money units={price.costUnits} className="ml-auto font-serif text-xl font-medium" />
            </div>
            <p className="mt-1 text-sm text-quiet">{price.purpose}</p>
            <svg aria-hidden="true" className="mt-3 block h-1 w-full rounded-full bg-sheet">
              <rect
                width={`${Number((price.costUnits * 1_000n) / highest) / 10}%`}
                height="100%"
                rx="2"
                className="fill-accent"
              />
            </svg>
          </li>
        ))}
      </ol>
    </HomeSection>
  )
}
