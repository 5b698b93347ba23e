import { ToolPage } from './tool-page.tsx'

export function ResearchPage() {
  return <ToolPage key="research" tool="research" />
}
