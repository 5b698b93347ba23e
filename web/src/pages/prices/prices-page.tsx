import { limits } from '@footnote/contract/limits'
import { pages } from '@footnote/contract/site/pages'
import { Column } from '../../shell/column.tsx'
import { MarkdownForm } from '../../shell/markdown-form.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Calculator } from './calculator.tsx'
import { PriceList } from './price-list.tsx'

const TERMS = [
  {
    title: 'A wallet, no subscription',
    text: `You recharge when you like, from ${limits.minimumRechargeUsd} USD, and every call is paid from that. Nothing is renewed, and a balance does not expire.`,
  },
  {
    title: 'The price is the whole price',
    text: 'It depends on the tool and its effort alone. Looking at a task, at your usage and at your balance is free, however often.',
  },
  {
    title: 'A failure costs nothing',
    text: 'The price is held before a call runs. If the call fails, all of it is back in the wallet, exactly once; what is not valid or not covered is never charged.',
  },
]

export function PricesPage() {
  return (
    <Column className="py-12 lg:py-16">
      <MarkdownForm of={pages.prices} />
      <PageTitle
        title="Prices"
        description="One price for each call, in US dollars, known before you make it."
      />
      <PriceList />
      <div className="mt-14">
        <Calculator />
      </div>
      <div className="mt-14 grid gap-x-12 gap-y-8 md:grid-cols-3">
        {TERMS.map(({ title, text }) => (
          <section key={title}>
            <h2 className="font-serif text-lg font-medium">{title}</h2>
            <p className="mt-1.5 text-sm text-pretty text-quiet">{text}</p>
          </section>
        ))}
      </div>
    </Column>
  )
}
