import { PageTitle } from '../../ui/page-title.tsx'

export function OperatorPaymentsPage() {
  return <PageTitle title="OperatorPaymentsPage" />
}
