import { PageTitle } from '../../ui/page-title.tsx'

export function TestPaymentPage() {
  return <PageTitle title="TestPaymentPage" />
}
