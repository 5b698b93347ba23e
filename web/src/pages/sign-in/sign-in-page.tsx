import { PageTitle } from '../../ui/page-title.tsx'

export function SignInPage() {
  return <PageTitle title="SignInPage" />
}
