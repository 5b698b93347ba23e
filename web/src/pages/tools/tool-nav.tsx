import { TOOLS, toolName } from '@footnote/contract/tools'
import { PageTabs } from '../../ui/page-tabs.tsx'

const TABS = TOOLS.map(tool => ({ page: tool, name: toolName(tool) }))

/** Tabs for switching between the tools. */
export function ToolNav() {
  return <PageTabs label="Tools" tabs={TABS} />
}
