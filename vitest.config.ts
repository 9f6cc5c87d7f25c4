import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))
const define = { __DAYBOOK_VERSION__: JSON.stringify(version) }

/** What all projects have in common; limits are far above what anything takes, so that a busy machine fails nothing. */
const common = {
  // The files of a worker share what they import, which would else cost more time than many of them take to run.
  isolate: false,
  // Files start programs of their own, so two at a time keep two cores busy.
  maxWorkers: 2,
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/run-setup.ts'],
    projects: [
      // A browser's own pace cannot be ruled: scripts/test.mjs names each test that needed its second try.
      { define, test: { ...common, name: 'browser', include: ['test/e2e/**/*.test.ts'], retry: 1 } },
      {
        define,
        test: { ...common, name: 'system', include: ['test/**/*.test.ts'], exclude: ['test/e2e/**'] },
      },
      {
        define,
        test: {
          ...common,
          name: 'unit',
          include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
