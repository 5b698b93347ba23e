import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuiltPage } from './build-page.ts'
import type { Prerendered } from './src/prerender-pages.tsx'

/**
 * Writes a copy of the page with its content for each public page where the first paint matters, so
 * that it needs no script. Each copy also preloads the code of its page.
 */
export async function prerender({ root, folder, output }: BuiltPage): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const chunks = output.filter(item => item.type === 'chunk')
  for (const { name, title, modules, content } of await renderPages(root)) {
    const own = modules.flatMap(
      module => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)) ?? [],
    )
    const files = new Set(own.flatMap(({ fileName, imports }) => [fileName, ...imports]))
    const preloads = [...files]
      .filter(file => !page.includes(file))
      .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
    const file = join(folder, 'prerendered', `${name}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(
      file,
      stylesFirst(page)
        .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
        .replace('</head>', () => `${preloads.join('\n')}\n</head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`),
    )
  }
}

/** Puts the style sheet before the scripts, since the first paint waits for it alone. */
function stylesFirst(page: string): string {
  const [sheet = ''] = page.match(/<link rel="stylesheet"[^>]*>/) ?? []
  return page.replace(sheet, '').replace('<title>', () => `${sheet}\n    <title>`)
}

/** Builds the pages for Node and renders them. */
async function renderPages(root: string): Promise<readonly Prerendered[]> {
  const { build } = await import('vite')
  const outDir = await mkdtemp(join(tmpdir(), 'footnote-prerender-'))
  try {
    await build({
      root,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir,
        emptyOutDir: true,
        rolldownOptions: {
          input: { pages: 'src/prerender-pages.tsx' },
          output: { entryFileNames: '[name].mjs' },
        },
      },
    })
    const built: typeof import('./src/prerender-pages.tsx') = await import(
      pathToFileURL(join(outDir, 'pages.mjs')).href
    )
    return await built.prerenderPages()
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
