import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { git } from './find-problems.ts'

interface ProvenanceOptions {
  readonly root: string
  readonly version: string
  readonly files: readonly string[]
  /** Names the machine or the pipeline that builds. */
  readonly builder: string
  /** The image ID of the container, as `sha256:…`. */
  readonly imageId: string | undefined
}

/** Describes how the files of a release were made, as an unsigned in-toto statement of SLSA provenance. */
export function describeProvenance(options: ProvenanceOptions): object {
  const { root, version, files, builder, imageId } = options
  const subject = files.map(file => ({ name: basename(file), digest: { sha256: sha256(file) } }))
  if (imageId) {
    const digest = { sha256: imageId.replace('sha256:', '') }
    subject.push({ name: `footnote:${version} (image)`, digest })
  }
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:footnote:npm-run-release:v1',
        externalParameters: { version },
        internalParameters: { isClean: git(root, 'status', '--porcelain') === '' },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: git(root, 'rev-parse', 'HEAD') } },
          {
            name: 'package-lock.json',
            digest: { sha256: sha256(join(root, 'package-lock.json')) },
          },
        ],
      },
      runDetails: { builder: { id: builder, version: { node: process.versions.node } } },
    },
  }
}

export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
