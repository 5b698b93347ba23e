import { ToolPage } from './tool-page.tsx'

export function AnswerPage() {
  return <ToolPage key="answer" tool="answer" />
}
