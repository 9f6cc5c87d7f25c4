import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

/** `npm test` runs what a person waits for; `npm run test:deep` runs the files named `*.deep.test.ts` instead. */
const isDeep = process.env.DAYBOOK_TEST_TIER === 'deep'
const ending = isDeep ? '.deep.test' : '.test'

/** Files of the first tier whose tests run on PostgreSQL in the deep one. */
const onBothEngines = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map(name => `test/${name}`)
  .filter(path => path.endsWith('.test.ts') && /\b(?:onBothEngines|testedEngines)\b/.test(readFileSync(path, 'utf8')))

/** Files of the first tier last: each takes seconds, so that no worker is left alone with a file that takes a minute. */
class DeepFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isDeepFile = ({ moduleId }: TestSpecification) => moduleId.endsWith('.deep.test.ts')
    return [...sorted.filter(isDeepFile), ...sorted.filter(each => !isDeepFile(each))]
  }
}

export default defineConfig({
  define: { __DAYBOOK_VERSION__: JSON.stringify(version) },
  test: {
    globalSetup: ['test/support/run-setup.ts'],
    include: [`{test,src,bench,web/src}/**/*${ending}.{ts,tsx}`, ...(isDeep ? onBothEngines : [])],
    exclude: isDeep ? [] : ['**/*.deep.test.ts'],
    ...(isDeep && { sequence: { sequencer: DeepFilesFirst } }),
    // The files of a worker share what they import, which would else cost more time than many of them take to run.
    isolate: false,
    // What a file is transformed to is kept between runs, a third of the time that one test file takes.
    experimental: { fsModuleCache: true },
    // Twice the usual two cores, because files wait for programs, browsers and disks for half of their time;
    // the deep files keep more processes busy themselves, and wait for a quarter of theirs.
    maxWorkers: isDeep ? 3 : 4,
    // Several times what the slowest test takes on a quiet machine; longer work is cut into several tests.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
})
