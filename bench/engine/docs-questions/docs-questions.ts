import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { extractDocument } from '../../../engine/src/extract/extract-document.ts'
import type { Document } from '../../../engine/src/library/document.ts'

/** Questions of people who use a package, asked of the Markdown in its docs folder. */
export interface DocsQuestions {
  /** The versions that the questions were written for. */
  readonly packages: Readonly<Record<string, string>>
  readonly questions: readonly DocsQuestion[]
}

export interface DocsQuestion {
  readonly package: string
  readonly part: 'development' | 'held back'
  readonly question: string
  /** Expressions of which the answer matches one. Without them, the documentation has no answer. */
  readonly answers?: readonly string[]
  /** The files that answer it. */
  readonly files?: readonly string[]
}

const MODULES = join(import.meta.dirname, '../../../node_modules')

export function readDocsQuestions(): DocsQuestions {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8'))
}

/** Returns the packages that are not installed in the version that the questions were written for. */
export function missingPackages({ packages }: DocsQuestions): string[] {
  return Object.entries(packages).flatMap(([name, version]) =>
    installedVersion(name) === version ? [] : [`${name}@${version}`],
  )
}

/** Reads the documentation of all packages as `library add` does. */
export async function docsDocuments({ packages }: DocsQuestions): Promise<Document[]> {
  const documents: Document[] = []
  for (const name of Object.keys(packages)) {
    for (const file of globSync('docs/**/*.md', { cwd: join(MODULES, name) }).toSorted()) {
      const bytes = readFileSync(join(MODULES, name, file))
      const options = {
        url: docsUrl(name, file),
        ownUrl: 'none',
        fileName: basename(file),
      } as const
      documents.push(...(await extractDocument(bytes, options)))
    }
  }
  return documents
}

export function docsUrl(name: string, file: string): string {
  return `https://${name}.docs.example/${file}`
}

function installedVersion(name: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}
