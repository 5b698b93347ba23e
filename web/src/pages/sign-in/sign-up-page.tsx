import { PageTitle } from '../../ui/page-title.tsx'

export function SignUpPage() {
  return <PageTitle title="SignUpPage" />
}
