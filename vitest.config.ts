import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server}/**/*.test.ts'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
})
