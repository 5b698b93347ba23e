export type { FootnoteClient, FootnoteToolsOptions } from '../ai-sdk/footnote-tools.ts'
export { type FootnoteTools, footnoteTools } from './footnote-tools.ts'
