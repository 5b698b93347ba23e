import { PageTitle } from '../../ui/page-title.tsx'

export function OperatorAccountPage() {
  return <PageTitle title="OperatorAccountPage" />
}
