import { PageTitle } from '../../ui/page-title.tsx'

export function TaskPage() {
  return <PageTitle title="TaskPage" />
}
