import { PageTitle } from '../../ui/page-title.tsx'

export function FinancePage() {
  return <PageTitle title="FinancePage" />
}
