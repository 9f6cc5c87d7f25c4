import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))
const define = { __DAYBOOK_VERSION__: JSON.stringify(version) }

/** `npm test` runs what a person waits for; `npm run test:deep` runs the files named `*.deep.test.ts` instead. */
const isDeep = process.env.DAYBOOK_TEST_TIER === 'deep'
const ending = isDeep ? '.deep.test.ts' : '.test.ts'
const otherTier = isDeep ? [] : ['**/*.deep.test.ts']

const common = {
  // The files of a worker share what they import, which would else cost more time than many of them take to run.
  isolate: false,
  // One more than the usual two cores, because files wait for programs, browsers and disks for a third of their time;
  // the deep files keep more processes busy themselves.
  maxWorkers: isDeep ? 2 : 3,
  // Several times what the slowest test takes on a quiet machine; longer work is cut into several tests.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000, interval: 50 } },
}

function project(
  name: string,
  folders: string[],
  { exclude = [], ...options }: { exclude?: string[]; retry?: number } = {},
) {
  const include = folders.flatMap(folder => [`${folder}/**/*${ending}`, `${folder}/**/*${ending}x`])
  // A copy each: vitest takes keys out of the object that it is given.
  return { define: { ...define }, test: { ...common, name, include, exclude: [...exclude, ...otherTier], ...options } }
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/run-setup.ts'],
    projects: [
      // scripts/test.mjs names each test that needed its second try; in CI that is a failure.
      project('browser', ['test/e2e'], { retry: 1 }),
      project('system', ['test'], { exclude: ['test/e2e/**'] }),
      project('unit', ['src', 'bench', 'web/src']),
    ],
  },
})
