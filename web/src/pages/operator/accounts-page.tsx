import { PageTitle } from '../../ui/page-title.tsx'

export function OperatorAccountsPage() {
  return <PageTitle title="OperatorAccountsPage" />
}
