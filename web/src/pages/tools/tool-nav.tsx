import { TOOLS, toolName } from '@footnote/contract/tools'
import { PageTabs } from '../../ui/page-tabs.tsx'

const TABS = [
  ...TOOLS.map(tool => ({ page: tool, name: toolName(tool) })),
  { page: 'history', name: 'History' },
] as const

/** Tabs for switching between the tools and their history. */
export function ToolNav() {
  return <PageTabs label="Tools" tabs={TABS} />
}
