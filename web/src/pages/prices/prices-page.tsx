import { PageTitle } from '../../ui/page-title.tsx'

export function PricesPage() {
  return <PageTitle title="PricesPage" />
}
