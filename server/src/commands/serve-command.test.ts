import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { spawnService } from '../testing/processes/spawn-service.ts'
import { SELLER } from '../testing/scenes/seller.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { startStubUpstream } from '../testing/stubs/stub-upstream.ts'

it.each([
  { proxies: '', isWarned: true },
  { proxies: '127.0.0.1', isWarned: false },
])(
  'warns about "$proxies" as trusted proxies behind a required proxy: $isWarned',
  async ({ proxies, isWarned }) => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const upstream = await startStubUpstream()
    onTestFinished(upstream.close)
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const service = await spawnService({
      DATABASE_URL: url,
      FOOTNOTE_DATA_DIR: folder.path,
      FOOTNOTE_UPSTREAM_URL: upstream.url,
      FOOTNOTE_PUBLIC_URL: 'https://footnote.example',
      FOOTNOTE_SECRET: 's'.repeat(32),
      FOOTNOTE_SMTP_URL: 'smtp://127.0.0.1:1',
      FOOTNOTE_MAIL_FROM: 'Footnote <hello@footnote.example>',
      ...SELLER,
      FOOTNOTE_TRUSTED_PROXIES: proxies,
    })
    await service.kill()
    const warning = service
      .output()
      .split('\n')
      .find(line => line.includes('FOOTNOTE_TRUSTED_PROXIES'))
    expect(warning !== undefined).toBe(isWarned)
    if (warning) expect(warning).toMatch(/"level":"?(40|warn)/)
  },
)
