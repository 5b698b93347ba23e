import { ToolPage } from './tool-page.tsx'

export function FinancePage() {
  return <ToolPage key="finance_research" tool="finance_research" />
}
