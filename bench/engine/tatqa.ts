import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Document } from '../../engine/src/library/document.ts'
import { tableRow } from '../../engine/src/text/blocks.ts'
import type { GoldAnswer } from './tatqa-score.ts'

/** A piece of a financial report: a table, the paragraphs around it and questions about both. */
export interface TatqaPiece {
  readonly table: { readonly uid: string; readonly table: readonly (readonly string[])[] }
  readonly paragraphs: readonly { readonly text: string }[]
  readonly questions: readonly TatqaQuestion[]
}

interface TatqaQuestion extends GoldAnswer {
  readonly uid: string
  readonly question: string
  readonly answer_from: string
}

export function readTatqa(folder: string): TatqaPiece[] {
  return JSON.parse(readFileSync(`${folder}/tatqa-dev.json`, 'utf8')) as TatqaPiece[]
}

/** Each piece has its own host, so that a question can be limited to it. */
export function tatqaHost({ table }: TatqaPiece): string {
  return `${table.uid}.tatqa.example`
}

export function tatqaDocument(piece: TatqaPiece): Document {
  const rows = piece.table.table.map(tableRow)
  const paragraphs = piece.paragraphs.map(({ text }) => text.replace(/\s+/g, ' ').trim())
  return {
    url: `https://${tatqaHost(piece)}/`,
    title: 'Financial report',
    text: [rows.join('\n'), ...paragraphs].join('\n\n'),
    language: 'en',
  }
}

/** We saw three of four pieces while we wrote the rules. The rest shows whether they hold elsewhere. */
export function wasInView({ table }: TatqaPiece): boolean {
  const digest = createHash('sha256').update(table.uid).digest('hex')
  return Number.parseInt(digest.slice(0, 8), 16) % 4 !== 3
}
