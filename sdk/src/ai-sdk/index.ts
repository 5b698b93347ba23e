export type { FootnoteTool, InputSchema } from './footnote-tool.ts'
export {
  type FootnoteClient,
  type FootnoteTools,
  type FootnoteToolsOptions,
  footnoteTools,
  type ResearchInput,
  type TaskInput,
  type UsageInput,
} from './footnote-tools.ts'
export type { ToolFailure } from './tool-failure.ts'
export type { AnswerOutput, ReportOutput, RunningOutput, UsageOutput } from './tool-outputs.ts'
