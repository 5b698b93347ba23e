import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, isAbsolute, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { unzipSync } from 'fflate'
import { publint } from 'publint'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makePackages } from './src/build-packages.ts'
import { ensurePackages, mcpb, packages, python } from './testing/ensure-packages.ts'
import { scanImports } from './testing/scan-imports.ts'

type Package = (typeof packages)[keyof typeof packages]

const { sdk, cli } = packages
const ROOT = join(import.meta.dirname, '..')
const TSC = join(ROOT, 'node_modules/.bin/tsc')
const MCPB = join(ROOT, 'e2e/foreign/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
const KIBIBYTE = 1_024
const run = promisify(execFile)

beforeAll(ensurePackages)

async function readManifest(folder: string) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

/** The paths in a packed file, without the folder that npm puts around them. */
async function listFiles({ file }: Package): Promise<string[]> {
  const { stdout } = await run('tar', ['-tzf', file])
  const paths = stdout.trim().split('\n')
  return paths.map(path => path.replace(/^package\//, '')).sort()
}

describe.each(Object.entries(packages))('@footnote/%s', (name, built) => {
  it('is what registries and package managers expect', async () => {
    const tarball = await readFile(built.file)
    const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } })
    expect(messages).toEqual([])
  })

  it('has the version of the service', async () => {
    const { version } = await readManifest(ROOT)
    expect(await readManifest(built.folder)).toMatchObject({ name: `@footnote/${name}`, version })
    expect(await readFile(join(built.folder, 'README.md'), 'utf8')).toContain(
      `/downloads/footnote-${name}-latest.tgz\n`,
    )
  })

  it('says what it needs, and runs nothing when it is installed', async () => {
    const manifest = await readManifest(built.folder)
    expect(manifest).toMatchObject({
      engines: { node: '>=20.3' },
      license: 'SEE LICENSE IN LICENSE',
    })
    for (const field of ['scripts', 'private', 'devDependencies']) {
      expect(manifest).not.toHaveProperty(field)
    }
    const { peerDependencies = {}, peerDependenciesMeta = {} } = manifest
    for (const peer of Object.keys(peerDependencies)) {
      expect(peerDependenciesMeta).toHaveProperty([peer, 'optional'], true)
    }
  })
})

it('builds the same files, by name and content, from the same sources', async () => {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  await makePackages(folder.path)
  const downloads = (parent: string) =>
    globSync(join(parent, 'downloads/*'))
      .sort()
      .map(file => [basename(file), readFileSync(file).toString('base64')])
  const again = downloads(folder.path)
  expect(again).toHaveLength(5)
  expect(again).toEqual(downloads(join(ROOT, 'packaging/dist')))
})

describe('the SDK', () => {
  const entries = ['ai-sdk', 'index', 'index.node', 'langchain']

  it('is these files and no others', async () => {
    const modules = [...entries, 'shared'].flatMap(entry =>
      ['cjs', 'd.cts', 'd.ts', 'js'].map(extension => `${entry}.${extension}`),
    )
    const others = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      'third-party-licenses.txt',
    ]
    expect(await listFiles(sdk)).toEqual([...modules, ...others].sort())
    expect((await stat(sdk.file)).size).toBeLessThan(96 * KIBIBYTE)
  })

  it('has the right types wherever it is resolved', async () => {
    const result = await checkPackage(createPackageFromTarballData(await readFile(sdk.file)))
    if (!result.types) throw new Error('the package has no types')
    // Node 10 knew no conditions, and the SDK runs on nothing that old.
    const problems = result.problems.filter(
      problem => !('resolutionKind' in problem) || problem.resolutionKind !== 'node10',
    )
    expect(problems).toEqual([])
    expect(Object.keys(result.entrypoints)).toEqual([
      '.',
      './ai-sdk',
      './langchain',
      './package.json',
    ])
  })

  it('has types that are complete, with nothing else installed', async () => {
    const flags = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext']
    // Those for LangChain need its types, which the guide's example is compiled with.
    const files = globSync('!(langchain).d.{ts,cts}', { cwd: sdk.folder })
    expect(files).toContain('index.d.ts')
    const args = [
      ...flags,
      '--skipLibCheck',
      'false',
      '--types',
      '',
      '--lib',
      'es2024,esnext.disposable,dom',
      ...files,
    ]
    await expect(run(TSC, args, { cwd: sdk.folder })).resolves.toMatchObject({ stdout: '' })
  })

  it.each(entries.flatMap(entry => [`${entry}.js`, `${entry}.cjs`]))(
    '%s imports nothing but what its runtime or its framework has',
    async entry => {
      const { foreign } = await scanImports(join(sdk.folder, entry))
      const own: Record<string, RegExp> = {
        'index.node': /^node:/,
        langchain: /^@langchain\/core\/tools$/,
      }
      const [, name = ''] = /(.*)\.c?js$/.exec(entry) ?? []
      expect(foreign.filter(target => !(own[name] ?? /^$/).test(target))).toEqual([])
    },
  )

  it('gives the same names to import and to require, in Node and elsewhere', async () => {
    const require = createRequire(join(sdk.folder, 'index.js'))
    const names = await Promise.all(
      ['index.js', 'index.node.js', 'index.cjs', 'index.node.cjs'].map(async file => {
        const path = join(sdk.folder, file)
        const module = file.endsWith('.cjs') ? require(path) : await import(path)
        return Object.keys(module).sort()
      }),
    )
    expect(names[0]).toContain('Footnote')
    expect(new Set(names.map(list => list.join())).size).toBe(1)
  })
})

describe('the command', () => {
  it('depends on the SDK alone, which it brings along as it was built', async () => {
    const { version } = await readManifest(ROOT)
    expect(await readManifest(cli.folder)).toMatchObject({
      dependencies: { '@footnote/sdk': version },
      bundleDependencies: ['@footnote/sdk'],
    })
    const own = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'footnote.js',
      'main.js',
      'package.json',
      'third-party-licenses.txt',
    ]
    const brought = (await listFiles(sdk)).map(path => `node_modules/@footnote/sdk/${path}`)
    const files = await listFiles(cli)
    // Which chunks there are is the bundler's business.
    expect(files.filter(path => !/^chunks\/[\w-]+\.js$/.test(path))).toEqual(
      [...own, ...brought].sort(),
    )
    expect((await stat(cli.file)).size).toBeLessThan(512 * KIBIBYTE)
  })

  it('imports the SDK and what Node itself has', async () => {
    const { foreign } = await scanImports(join(cli.folder, 'footnote.js'))
    expect(foreign.filter(target => !target.startsWith('node:'))).toEqual(['@footnote/sdk'])
  })

  it('has code of these packages in it: no server and no database', async () => {
    const licenses = await readFile(join(cli.folder, 'third-party-licenses.txt'), 'utf8')
    const names = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+\n\n/gm)].map(([, name]) => name)
    expect(names).toEqual([
      '@modelcontextprotocol/core',
      '@modelcontextprotocol/server',
      'ansi-regex',
      'commander',
      'entities',
      'get-east-asian-width',
      'marked',
      'string-width',
      'strip-ansi',
      'typebox',
      'zod',
    ])
  })

  it('loads the MCP server only for who wants it', async () => {
    const textOf = (paths: readonly string[]) =>
      paths.map(path => readFileSync(join(cli.folder, path), 'utf8')).join('\n')
    const isOfServer = expect.stringContaining('notifications/initialized')
    expect(textOf(globSync('chunks/*.js', { cwd: cli.folder }))).toEqual(isOfServer)

    const commands = globSync('chunks/*-command.js', { cwd: cli.folder })
    expect(commands).toContain('chunks/mcp-command.js')
    for (const entry of ['main.js', ...commands]) {
      const { files } = await scanImports(join(cli.folder, entry))
      const own = files.filter(isAbsolute).map(file => relative(cli.folder, file))
      expect(textOf(own), entry).not.toEqual(isOfServer)
    }
  })

  it('tells a Node that is too old what it needs', async () => {
    const older = `Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } })`
    const args = ['--import', `data:text/javascript,${older}`, join(cli.folder, 'footnote.js')]
    await expect(run(process.execPath, args)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('needs Node 20 or newer'),
    })
  })
})

it('the bundle for Claude Desktop passes the validator of its format and starts', async () => {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const files = unzipSync(await readFile(mcpb()))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder.path, name, '..'), { recursive: true })
    await writeFile(join(folder.path, name), content)
  }
  const server = join(folder.path, 'server/footnote.js')
  expect((await run(process.execPath, [server, '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  if (!existsSync(MCPB)) {
    process.stderr.write('\n*** SKIPPED, not passed: the validator of bundles is not installed.\n')
    return
  }
  const { stdout } = await run(process.execPath, [
    MCPB,
    'validate',
    join(folder.path, 'manifest.json'),
  ])
  expect(stdout).toContain('Manifest schema validation passes!')
})

describe.skipIf(!hasPython())('the Python package', () => {
  it('passes its tests as the wheel that pip installs', async () => {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const installed = join(folder.path, 'site')
    await run('python3', [
      ...['-m', 'pip', 'install', '--no-index', '--no-deps', '--no-compile', '--quiet'],
      ...[
        '--disable-pip-version-check',
        '--root-user-action=ignore',
        '--target',
        installed,
        python.wheel,
      ],
    ])
    const { stderr } = await run(
      'python3',
      [
        '-W',
        'error::ResourceWarning',
        '-m',
        'unittest',
        'discover',
        '-s',
        join(ROOT, 'python/tests'),
      ],
      { env: { ...process.env, PYTHONPATH: installed, PYTHONDONTWRITEBYTECODE: '1' } },
    )
    expect(stderr).toMatch(/^Ran \d+ tests in [\d.]+s\n\nOK\n$/m)
  })
})

function hasPython(): boolean {
  const { status } = spawnSync('python3', [
    '-c',
    'import sys, pip; sys.exit(sys.version_info < (3, 11))',
  ])
  if (status !== 0) {
    process.stderr.write(
      '\n*** SKIPPED, not passed: the Python package needs Python 3.11 with pip.\n',
    )
  }
  return status === 0
}
