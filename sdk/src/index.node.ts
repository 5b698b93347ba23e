export { Footnote } from './footnote.node.ts'
export * from './index.ts'
