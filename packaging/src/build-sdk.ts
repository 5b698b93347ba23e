import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dts } from 'rolldown-plugin-dts'
import { writeBundle } from './write-bundle.ts'
import { writePackage } from './write-package.ts'

/** The package's modules by the name of their file. */
const ENTRIES = {
  index: 'sdk/src/index.ts',
  'index.node': 'sdk/src/index.node.ts',
  'ai-sdk': 'sdk/src/ai-sdk/index.ts',
  langchain: 'sdk/src/langchain/index.ts',
} as const

/** Shared code becomes one more chunk, and shared types another with a name of its own. */
const SHARED = [
  { name: 'shared.d', test: /\.d\.[cm]?ts$/, minShareCount: 2 },
  { name: 'shared', minShareCount: 2 },
]

/** The SDK as others install it: for import and for require, with types for both, needing nothing else. */
export async function buildSdk({ root, folder }: { root: string; folder: string }): Promise<void> {
  const external = [/^node:/, /^@langchain\//]
  const input = { cwd: root, input: ENTRIES, platform: 'neutral', external } as const
  const own = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8'))
  const { peerDependencies, peerDependenciesMeta } = own
  const output = { folder, codeSplitting: { groups: SHARED } }
  const moduleIds = await writeBundle(input, { ...output, format: 'es', extension: 'js' })
  await writeBundle(input, { ...output, format: 'cjs', extension: 'cjs' })
  for (const extension of ['js', 'cjs'] as const) {
    // By rolldown's own means, which want explicit types in our sources and no compiler.
    const plugins = dts({ generator: 'oxc', tsconfig: false, emitDtsOnly: true })
    await writeBundle({ ...input, plugins }, { ...output, format: 'es', extension })
  }
  await writePackage({
    ...{ root, workspace: 'sdk', folder, moduleIds },
    manifest: () => ({
      sideEffects: false,
      exports: {
        // Outside Node, where its modules may be missing, fetch does.
        '.': { workerd: target('index'), node: target('index.node'), default: target('index') },
        './ai-sdk': target('ai-sdk'),
        './langchain': target('langchain'),
        './package.json': './package.json',
      },
      peerDependencies,
      peerDependenciesMeta,
      files: ['*.js', '*.cjs', '*.d.ts', '*.d.cts'],
    }),
  })
}

function target(entry: keyof typeof ENTRIES) {
  return {
    import: { types: `./${entry}.d.ts`, default: `./${entry}.js` },
    require: { types: `./${entry}.d.cts`, default: `./${entry}.cjs` },
  }
}
