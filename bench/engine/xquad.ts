import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Document } from '../../engine/src/library/document.ts'

/** Encyclopedia paragraphs with questions; each question is answered by a phrase of one paragraph. */
export interface Xquad {
  readonly paragraphs: readonly {
    readonly id: string
    readonly title: string
    readonly text: string
  }[]
  readonly questions: readonly XquadQuestion[]
}

export interface XquadQuestion {
  readonly id: string
  readonly question: string
  readonly answers: readonly string[]
  /** The id of the paragraph that holds the answer. */
  readonly paragraph: string
}

const HOST_CHARACTERS = 16

export function readXquad(path: string): Xquad {
  return JSON.parse(readFileSync(path, 'utf8')) as Xquad
}

export function paragraphDocuments({ paragraphs }: Xquad): Document[] {
  return paragraphs.map(({ id, title, text }) => ({
    url: paragraphUrl(id),
    title: title.replaceAll('_', ' '),
    text,
    language: 'en',
  }))
}

export function paragraphUrl(id: string): string {
  return `https://${paragraphHost(id)}/`
}

/** Each paragraph has its own host, so that a question can be asked without it. */
export function paragraphHost(id: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, HOST_CHARACTERS)}.xquad.example`
}

/** We look at every second article while we write code. The rest shows whether it holds elsewhere. */
export function wasInView({ paragraphs }: Xquad, { paragraph }: XquadQuestion): boolean {
  const titles = [...new Set(paragraphs.map(({ title }) => title))]
  const title = paragraphs.find(({ id }) => id === paragraph)?.title ?? ''
  return titles.indexOf(title) % 2 === 0
}
