import { PageTitle } from '../../ui/page-title.tsx'

export function AnswerPage() {
  return <PageTitle title="AnswerPage" />
}
