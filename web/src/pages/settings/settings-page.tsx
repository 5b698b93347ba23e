import { PageTitle } from '../../ui/page-title.tsx'

export function SettingsPage() {
  return <PageTitle title="SettingsPage" />
}
