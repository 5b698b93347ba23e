import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'

/**
 * Checks that the SDK waits long enough for financial research on every runtime installed here.
 * `node bench/slow-answer.ts [seconds=400]`; all but this Node need the built package.
 */
const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'packaging/dist/sdk')
const seconds = Number(process.argv[2] ?? 400)

const server = createServer((_, response) => {
  setTimeout(() => {
    response.setHeader('content-type', 'application/json')
    const output = { content: 'Patience.', content_type: 'text', sources: [] }
    response.end(JSON.stringify({ output, billing: {} }))
  }, seconds * 1_000)
}).listen(0, '127.0.0.1')
server.timeout = 0
await once(server, 'listening')
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const CALL = `
import { Footnote } from '@footnote/sdk'
const call = async () => {
  const startedAt = Date.now()
  const footnote = new Footnote({ apiKey: 'fn_slow', baseUrl: '${baseUrl}' })
  const reply = await footnote.financeResearch({ input: 'Anything' }).then(
    ({ output }) => output.content,
    error => \`\${error.code}: \${error.message}\`,
  )
  return \`after \${Math.round((Date.now() - startedAt) / 1000)} s: \${reply}\`
}
`
const PROGRAM = `${CALL}console.log(await call())`
const WORKER = `${CALL}export default { fetch: async () => new Response(await call()) }`
const WORKER_CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker", esModule = embed "worker.js"),
    (name = "@footnote/sdk", esModule = embed "sdk/index.js"),
    (name = "@footnote/shared.js", esModule = embed "sdk/shared.js"),
  ],
  compatibilityDate = "2026-01-01",
);
`

/** Runs a program that calls the SDK, installed like any other package, and returns its output. */
async function runProgram(command: string[], sdk: string): Promise<string> {
  await using folder = await openFolder()
  mkdirSync(join(folder.path, 'node_modules/@footnote'), { recursive: true })
  symlinkSync(sdk, join(folder.path, 'node_modules/@footnote/sdk'))
  writeFileSync(join(folder.path, 'program.mjs'), PROGRAM)
  // Without it Deno does not look for packages.
  writeFileSync(join(folder.path, 'package.json'), '{ "dependencies": { "@footnote/sdk": "*" } }')
  const [file = '', ...args] = command
  const child = spawn(file, [...args, 'program.mjs'], { cwd: folder.path })
  const [printed, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  return printed || complained
}

/** Runs a worker that calls the SDK and returns its reply. */
async function runWorker(workerd: string): Promise<string> {
  await using folder = await openFolder()
  cpSync(PACKAGE, join(folder.path, 'sdk'), { recursive: true })
  writeFileSync(join(folder.path, 'worker.js'), WORKER)
  writeFileSync(join(folder.path, 'config.capnp'), WORKER_CONFIG)
  const child = spawn(workerd, ['serve', '--control-fd=1', join(folder.path, 'config.capnp')])
  child.stderr.resume()
  try {
    const [line] = await once(child.stdout, 'data')
    const { port } = JSON.parse(String(line).split('\n')[0] ?? '')
    // By a plain request: fetch itself would not have the patience.
    const [reply] = await once(get(`http://127.0.0.1:${port}`), 'response')
    return await text(reply)
  } finally {
    child.kill()
  }
}

async function openFolder() {
  const folder = await makeTemporaryFolder()
  return { ...folder, [Symbol.asyncDispose]: folder.remove }
}

const runs: Record<string, Promise<string>> = {
  'this Node, from source': runProgram([process.execPath], join(ROOT, 'sdk')),
}
if (existsSync(PACKAGE)) {
  for (const [name, place, ...args] of [
    ['Node 20', 'node-*/bin/node'],
    ['Bun', '@oven/bun-*/bin/bun'],
    ['Deno', '@deno/*/deno', 'run', '--allow-net', '--allow-env'],
  ] as const) {
    const [file] = globSync(join(ROOT, 'e2e/foreign/node_modules', place))
    if (file) runs[name] = runProgram([file, ...args], PACKAGE)
  }
  const [workerd] = globSync(join(ROOT, 'e2e/foreign/node_modules/@cloudflare/*/bin/workerd'))
  if (workerd) runs['workerd'] = runWorker(workerd)
}
await Promise.all(
  Object.entries(runs).map(async ([name, run]) => {
    const outcome = await run.catch(error => `failed: ${error}`)
    process.stdout.write(`${name.padEnd(24)}${outcome.trim()}\n`)
  }),
)
server.close()
server.closeAllConnections()
