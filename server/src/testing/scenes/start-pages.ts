import { mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { UNOBSERVED } from '@footnote/platform/observation'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { buildApp } from '../../http/app.ts'
import { noPackages } from '../../http/keep-packages.ts'
import { addWebsite } from '../../http/pages/add-website.ts'
import type { AppDependencies } from '../../http/route.ts'

export interface TestPages {
  readonly url: string
  close(): Promise<void>
}

/** The HTTP server alone, with the files of a built website, or without a website; no database. */
export async function startPages(
  files: Readonly<Record<string, string | Buffer>> | undefined,
  { isHttps = false } = {},
): Promise<TestPages> {
  const folder = await makeTemporaryFolder()
  for (const [path, content] of Object.entries(files ?? {})) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true })
    await writeFile(join(folder.path, path), content)
  }
  const app = buildApp({
    observation: UNOBSERVED,
    baseUrl: 'http://localhost',
    sources: ['A library of documents.'],
    packages: noPackages,
    website: files && { addTo: target => addWebsite(target, { folder: folder.path, isHttps }) },
    trustedProxies: [],
    closing: new AbortController().signal,
    isReady: () => true,
    reportFault: error => {
      throw error
    },
    // The rest is for operations that no test here calls.
  } as Partial<AppDependencies> as AppDependencies)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await app.close()
      await folder.remove()
    },
  }
}
