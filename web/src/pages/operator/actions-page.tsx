import { PageTitle } from '../../ui/page-title.tsx'

export function OperatorActionsPage() {
  return <PageTitle title="OperatorActionsPage" />
}
