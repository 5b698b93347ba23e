import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { extractDocument } from '../../../engine/src/extract/extract-document.ts'
import type { Document } from '../../../engine/src/library/document.ts'

/** Questions of people who use a package, asked of its Markdown. */
export interface DocsQuestions {
  /** The versions that the questions were written for, and the files that are asked. */
  readonly packages: Readonly<Record<string, { readonly version: string; readonly files: string }>>
  readonly questions: readonly DocsQuestion[]
}

export interface DocsQuestion {
  readonly package: string
  readonly part: 'development' | 'looked at later' | 'other packages'
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
  return Object.entries(packages).flatMap(([name, { version }]) =>
    installedVersion(name) === version ? [] : [`${name}@${version}`],
  )
}

/** Reads the documentation of the packages that are asked about, as `library add` does. */
export async function docsDocuments(
  { packages }: DocsQuestions,
  asked: readonly DocsQuestion[],
): Promise<Document[]> {
  const documents: Document[] = []
  const names = new Set(asked.map(one => one.package))
  for (const [name, { files }] of Object.entries(packages)) {
    if (!names.has(name)) continue
    for (const file of globSync(files, { cwd: join(MODULES, name) }).toSorted()) {
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
