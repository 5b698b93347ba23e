import { type InputOptions, type OutputOptions, rolldown } from 'rolldown'

interface BundleOptions extends Pick<OutputOptions, 'chunkFileNames' | 'codeSplitting'> {
  readonly folder: string
  readonly format: 'es' | 'cjs'
  readonly extension: 'js' | 'cjs'
}

/** Bundles and writes; tells which modules went into it. */
export async function writeBundle(
  input: InputOptions,
  { folder, extension, ...options }: BundleOptions,
): Promise<string[]> {
  await using bundle = await rolldown({
    external: /^node:/,
    transform: { target: 'node20' },
    // Ours is about checking types, of which there are none left here.
    tsconfig: false,
    ...input,
  })
  const { output } = await bundle.write({
    dir: folder,
    // No digests: what is published is found by its version.
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name].${extension}`,
    minifyInternalExports: false,
    strict: true,
    ...options,
  })
  return output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
}
