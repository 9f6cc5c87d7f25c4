import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

/** `npm test` runs what a person waits for; `npm run test:deep` runs the files named `*.deep.test.ts` instead. */
const isDeep = process.env.DAYBOOK_TEST_TIER === 'deep'
const ending = isDeep ? '.deep.test' : '.test'

const testFiles = ['test', 'src']
  .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`))
  .filter(path => path.endsWith('.test.ts'))
const saying = (words: RegExp) => testFiles.filter(path => words.test(readFileSync(path, 'utf8')))

/** Files of the first tier whose tests run on PostgreSQL in the deep one, or try their properties more often there. */
const inBothTiers = isDeep ? saying(/\b(?:onBothEngines|testedEngines|propertyRuns)\b/) : []

/** Files that take seconds because they start programs and browsers, however small they are. */
const startPrograms = isDeep
  ? []
  : saying(/support\/binary|processes\.ts|start\w*Server|openPage|startWriters|tempDaybook/)

/**
 * Long files first, so that no worker is left alone with one of them at the end. A clean clone knows only how large files are;
 * in the deep tier those of the first one take seconds and come last.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      isDeep ? moduleId.endsWith('.deep.test.ts') : startPrograms.some(path => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter(each => !isLong(each))]
  }
}

export default defineConfig({
  define: { __DAYBOOK_VERSION__: JSON.stringify(version) },
  plugins: [
    {
      name: 'new-files-are-found',
      // What an import with a variable may load is written into the transformed file, which would not change with a new file.
      configureVitest({ experimental_defineCacheKeyGenerator: defineCacheKey }) {
        defineCacheKey(({ sourceCode }) => (sourceCode.includes('import(`') ? false : undefined))
      },
    },
  ],
  test: {
    globalSetup: ['test/support/run-setup.ts'],
    include: [`{test,src,bench,web/src}/**/*${ending}.{ts,tsx}`, ...inBothTiers],
    exclude: isDeep ? [] : ['**/*.deep.test.ts'],
    sequence: { sequencer: LongFilesFirst },
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
