export { Footnote } from './core/footnote.node.ts'
export * from './index.ts'
