import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

it('ends when its start fails, although the program that started it still listens', async () => {
  const module = JSON.stringify(new URL('run-engine.ts', import.meta.url).href)
  const script = `import { runEngine } from ${module}
    const start = async () => { throw new Error('no database') }
    await runEngine({ logLevel: 'silent', drainMs: 0 }, { start }).catch(() => { process.exitCode = 3 })`
  const engine = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  expect(await once(engine, 'exit')).toEqual([3, null])
})
