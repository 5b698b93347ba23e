import { limits } from '@footnote/contract/limits'
import { Column } from '../../shell/column.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Calculator } from './calculator.tsx'
import { PriceList } from './price-list.tsx'

const TERMS = [
  {
    title: 'No subscription',
    text: `Recharge your wallet when you like, from $${limits.minimumRechargeUsd}. Calls are paid from your balance, which never expires. Nothing renews automatically.`,
  },
  {
    title: 'No hidden costs',
    text: 'The price depends only on the tool and the effort. Polling a task and checking your usage or balance are free.',
  },
  {
    title: 'Failed calls are refunded',
    text: 'We charge the price before a call runs. If the call fails, you get a full refund, exactly once. Invalid requests are never charged.',
  },
]

export function PricesPage() {
  return (
    <Column className="py-12 lg:py-16">
      <PageTitle title="Prices" description="A fixed price per call, in US dollars." />
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
