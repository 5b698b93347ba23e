import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Rolldown } from 'vite'
import type { BuiltPage } from './build-page.ts'
import type { Prerendered } from './src/prerender-pages.tsx'

/**
 * Writes a copy of the page with its content for each public page where the first paint matters. Styles
 * and two short scripts are inline, so the first paint needs no other file. The server allows them by
 * their hashes.
 */
export async function prerender({ root, folder, output }: BuiltPage): Promise<void> {
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  const theme = await read('theme.js')
  const page = (await read('index.html')).replace(
    '<script src="/theme.js"></script>',
    () => `<script>${theme}</script>`,
  )
  await writeFile(join(folder, 'index.html'), page)
  const [, app = ''] = page.match(/<script type="module"[^>]* src="\/([^"]+)"/) ?? []
  const [, sheet = ''] = page.match(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/) ?? []
  const bare = page.replaceAll(
    / *<(?:script type="module"|link rel="(?:modulepreload|stylesheet)").*\n/g,
    '',
  )
  const start = await read('start.js')
  const chunks = output.filter(item => item.type === 'chunk')
  for (const { name, title, modules, waits, content } of await renderPages(root)) {
    const own = chunks.filter(({ facadeModuleId }) =>
      modules.some(module => facadeModuleId?.endsWith(module)),
    )
    const needed = withImports([...own.map(({ fileName }) => fileName), app], chunks)
    const files = needed.map(({ fileName }) => `/${fileName}`).join(' ')
    const sheets = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    const styles = await Promise.all([...new Set([sheet, ...sheets])].map(read))
    const file = join(folder, 'prerendered', `${name}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(
      file,
      bare
        .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
        .replace(
          '</head>',
          () => `${styles.map(text => `<style>${text}</style>`).join('\n')}\n</head>`,
        )
        .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`)
        .replace(
          '</body>',
          () =>
            `<script data-files="${files}"${waits ? ' data-waits' : ''}>${start}</script></body>`,
        ),
    )
  }
}

/** The named chunks and all that they import, each after its imports. */
function withImports(
  names: readonly string[],
  chunks: readonly Rolldown.OutputChunk[],
  seen = new Set<string>(),
): readonly Rolldown.OutputChunk[] {
  return names.flatMap(name => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || seen.has(name)) return []
    seen.add(name)
    return [...withImports(chunk.imports, chunks, seen), chunk]
  })
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
