import { PageTitle } from '../../ui/page-title.tsx'

export function SecondFactorPage() {
  return <PageTitle title="SecondFactorPage" />
}
