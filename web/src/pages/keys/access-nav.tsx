import { PageTabs } from '../../ui/page-tabs.tsx'

const TABS = [
  { page: 'keys', name: 'Keys' },
  { page: 'webhooks', name: 'Webhooks' },
] as const

/** Tabs for switching between what programs call and what calls them. */
export function AccessNav() {
  return <PageTabs label="API access" tabs={TABS} />
}
