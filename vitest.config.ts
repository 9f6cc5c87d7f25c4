import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))
const define = { __DAYBOOK_VERSION__: JSON.stringify(version) }

export default defineConfig({
  test: {
    globalSetup: ['test/support/run-setup.ts'],
    projects: [
      {
        define,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
          isolate: false,
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        define,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          // Far above what any test takes on a quiet machine: a busy one must not fail them.
          testTimeout: 600_000,
          hookTimeout: 120_000,
          // Each file starts programs of its own, so two files at a time keep two cores busy.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
