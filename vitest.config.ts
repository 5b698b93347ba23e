import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{bench,contract,e2e,engine,mcp,platform,server,web}/**/*.test.ts'],
    globalSetup: ['platform/src/testing/global-setup.ts', 'server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
})
