import { PageTitle } from '../../ui/page-title.tsx'

export function ResearchPage() {
  return <PageTitle title="ResearchPage" />
}
