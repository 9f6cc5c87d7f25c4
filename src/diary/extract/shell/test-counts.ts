import { sum } from '../../../kernel/numbers.ts'
import { failedIn } from './cargo.ts'
import {
  type Counts,
  each,
  failedThenPassed,
  first,
  firstOf,
  inWords,
  last,
  lastMatch,
  nothingFailed,
  numberIn,
  ofAll,
  oneFailed,
  onlyFailed,
  onlyPassed,
  onTwoLines,
  outermost,
  outOf,
  passedIf,
  passedThenFailed,
  programsOf,
  type ReadCounts,
  says,
  together,
} from './found-counts.ts'
import { allMatches, hasMatch, mayMatch } from './prefilter.ts'

/** What test runners print at the end of a run, in the order in which they are looked for. */
const runners: { readonly [runner: string]: ReadCounts } = {
  jest: withFiles(
    each(/\bTests:[ \t]+((?:\d{1,9} [a-z]{1,20}, ){0,9})\d{1,9} total/g, ([, words]) => inWords(words)),
    each(/\bTest Suites:[ \t]+((?:\d{1,9} [a-z]{1,20}, ){0,9})\d{1,9} total/g, ([, words]) => inWords(words)),
  ),
  vitest,
  /** And `artisan test`. */
  pest: each(
    /^ *Tests: {1,9}(\d{1,9} [a-z]{1,20}(?:, \d{1,9} [a-z]{1,20}){0,9}) \(\d{1,9} assertions?\)/gm,
    ([, words]) => inWords(words),
  ),
  pytest,
  cargo,
  nextest: firstOf(
    each(/(?<!\d)\d{1,9} tests? run: (\d{1,9}) passed([^\n]*)/g, ([, passed, rest = '']) => ({
      passed: Number(passed),
      failed: numberIn(rest, /(?<!\d)(\d{1,9}) failed/) + numberIn(rest, /(?<!\d)(\d{1,9}) timed out/),
    })),
    says(/^error: test run failed$/m, oneFailed),
  ),
  maven,
  node: onTwoLines(/^[#ℹ] pass {1,4}(\d{1,9})\b/gm, /^[#ℹ] fail {1,4}(\d{1,9})\b/gm, 'both'),
  mocha: onTwoLines(/^[ \t]*(\d{1,9}) passing\b/gm, /^[ \t]*(\d{1,9}) failing\b/gm, 'passed'),
  /** And bats. */
  exUnit: each(/(?<!\d)(\d{1,9}) tests?, (\d{1,9}) failures?\b/g, ofAll),
  rspec: each(
    /(?<!\d)(\d{1,9}) examples?, (\d{1,9}) failures?(?:, \d{1,9} pending)?(?:, (\d{1,9}) errors? occurred outside)?/g,
    ofAll,
  ),
  minitest: each(/(?<!\d)(\d{1,9}) (?:runs|tests), \d{1,9} assertions, (\d{1,9}) failures, (\d{1,9}) errors\b/g, ofAll),
  phpunit,
  unittest,
  dotnet: firstOf(
    // In the language of the system: failed, passed, skipped, total, and how long.
    each(
      /! {1,9}[-:] [^\d\n:]{1,40}: {1,9}(\d{1,9}), [^\d\n:]{1,40}: {1,9}(\d{1,9}), [^\d\n:]{1,40}: {1,9}\d{1,9}, [^\d\n:]{1,40}: {1,9}\d{1,9}, /g,
      failedThenPassed,
    ),
    each(/\bFailed: {1,9}(\d{1,9}), Passed: {1,9}(\d{1,9})\b/g, failedThenPassed),
    each(/\btotal: \d{1,9},?\s{1,9}failed: (\d{1,9}),?\s{1,9}succeeded: (\d{1,9})/g, failedThenPassed),
    first(/\bTest Run (?:Successful|Failed)\./, passedIf(/Successful/)),
  ),
  bun: onTwoLines(/^ *(\d{1,9}) pass$/gm, /^ *(\d{1,9}) fail$/gm, 'both'),
  deno: each(/^(?:ok|FAILED) \| (\d{1,9}) passed[^|\n]*\| (\d{1,9}) failed/gm, passedThenFailed),
  xctest,
  xcodebuild: last(
    /\*\* TEST(?: EXECUTE)? (?:SUCCEEDED|FAILED) \*\*|^(?:▸ )?Test (?:Succeeded|Failed)$/gm,
    passedIf(/succeeded/i),
  ),
  ctest: each(/\btests passed, (\d{1,9}) tests? failed out of (\d{1,9})/g, ([, failed, all]) =>
    outOf(Number(all), Number(failed)),
  ),
  googleTest: onTwoLines(
    /^\[ {2}PASSED {2}\] (\d{1,9}) tests?\./gm,
    /^\[ {2}FAILED {2}\] (\d{1,9}) tests?, listed below/gm,
    'passed',
  ),
  /** And doctest for C++. */
  catch2: firstOf(
    first(/^All tests passed \(\d{1,9} assertions? in (\d{1,9}) test cases?\)/m, onlyPassed),
    each(/\btest cases: {1,9}\d{1,9} \| {1,9}(\d{1,9}) passed \| {1,9}(\d{1,9}) failed/g, passedThenFailed),
  ),
  flutter: firstOf(
    each(/\b(?:All tests passed!|Some tests failed\.)/g, passedIf(/passed/)),
    last(/^\{"success":(?:true|false),"type":"done"/gm, passedIf(/true/)),
  ),
  /** Of PowerShell. */
  pester: each(/^Tests Passed: (\d{1,9}), Failed: (\d{1,9}),/gm, passedThenFailed),
  sbt: each(/\b(?:Passed|Failed): Total (\d{1,9}), Failed (\d{1,9}), Errors (\d{1,9})/g, ofAll),
  /** Leiningen and kaocha. */
  clojure: each(/\bRan (\d{1,9}) tests containing \d{1,9} assertions\.\n(\d{1,9}) failures, (\d{1,9}) errors/g, ofAll),
  playwright: onTwoLines(
    /^ {2}(\d{1,9}) passed(?: \([\d.]{1,9}(?:ms|s|m|h)\))?$/gm,
    /^ {2}(\d{1,9}) (?:failed|interrupted)$/gm,
    'one of them',
  ),
  cypress: firstOf(
    says(/✔ {1,9}All specs passed!/, nothingFailed),
    each(/✖ {1,9}(\d{1,9}) of \d{1,9} failed \(/g, onlyFailed),
  ),
  gotestsum: each(/^DONE (\d{1,9}) tests?([^\n]*)/gm, ([, all, rest = '']) =>
    outOf(Number(all), numberIn(rest, /(?<!\d)(\d{1,9}) (?:failures?|errors?)/)),
  ),
  rebar: firstOf(
    each(/\bFailed (\d{1,9}) tests?\. Passed (\d{1,9}) tests?\./g, failedThenPassed),
    each(/\bAll (\d{1,9}) tests passed\b/gi, onlyPassed),
  ),
  gradle: firstOf(
    each(/(?<!\d)(\d{1,9}) tests? completed, (\d{1,9}) failed\b/g, ofAll),
    says(/^> There were failing tests\. See the /m, oneFailed),
  ),
  ava: onTwoLines(/^ *(\d{1,9}) tests? passed$/gm, /^ *(\d{1,9}) tests? failed:? *$/gm, 'one of them'),
  zig: each(/; (\d{1,9})\/(\d{1,9}) tests passed/g, ([, passed, all]) => ({
    passed: Number(passed),
    failed: Math.max(0, Number(all) - Number(passed)),
  })),
  bazel: each(/\bExecuted \d{1,9} out of \d{1,9} tests?: ([^\n]*)/g, ([, words = '']) => ({
    passed: null,
    failed: numberIn(words, /(?<!\d)(\d{1,9}) fails?\b/),
  })),
  platformIo: each(/^=+ \d{1,9} test cases?: ([^\n]{1,120}) in \d/gm, ([, words = '']) => ({
    passed: numberIn(words, /(?<!\d)(\d{1,9}) succeeded\b/),
    failed: numberIn(words, /(?<!\d)(\d{1,9}) failed\b/) + numberIn(words, /(?<!\d)(\d{1,9}) errored\b/),
  })),
  cabal: each(
    /(?<!\d)(\d{1,9}) of (\d{1,9}) test suites \(\d{1,9} of \d{1,9} test cases\) passed/g,
    ([, good, all]) => ({
      passed: null,
      failed: Math.max(0, Number(all) - Number(good)),
    }),
  ),
  prove: each(/^Result: (?:PASS|FAIL)\b/gm, passedIf(/PASS/)),
  hurl: each(/^Failed files: {1,9}(\d{1,9})\b/gm, onlyFailed),
  meson,
  forge: each(
    /\bRan \d{1,9} test suites? in [^:\n]{1,80}: (\d{1,9}) tests? passed, (\d{1,9}) failed/g,
    passedThenFailed,
  ),
  busted: each(/(?<!\d)(\d{1,9}) success(?:es)? \/ (\d{1,9}) failures? \/ (\d{1,9}) errors?\b/g, passedThenFailed),
  testthat: last(/\[ FAIL (\d{1,9}) \| WARN \d{1,9} \| SKIP \d{1,9} \| PASS (\d{1,9}) \]/g, failedThenPassed),
  julia: firstOf(
    each(/\bSome tests did not pass: (\d{1,9}) passed, (\d{1,9}) failed, (\d{1,9}) errored/g, passedThenFailed),
    says(/^ *Testing \S{1,80} tests passed *$/m, nothingFailed),
  ),
  gleeunit: each(/^(\d{1,9}) passed, (no|\d{1,9}) failures?$/gm, passedThenFailed),
  scalaTest: each(/\bTests: succeeded (\d{1,9}), failed (\d{1,9})\b/g, passedThenFailed),
  karma: last(/\bExecuted (\d{1,9}) of \d{1,9}(?: \((\d{1,9}) FAILED\)| SUCCESS\b)/g, ofAll),
  tap,
  /** OCaml. */
  alcotest: firstOf(
    last(/^(\d{1,9}) failures?! in \d/gm, onlyFailed),
    last(/^Test Successful in [\d.]{1,9}s\. (\d{1,9}) tests? run\./gm, onlyPassed),
  ),
  automake,
  /** `R CMD check`, then the words of devtools. */
  rCheck: firstOf(
    last(/^Status: (?:OK|\d{1,9} (?:ERROR|WARNING|NOTE)[^\n]*)/gm, ([status]) =>
      /\bERROR/.test(status) ? oneFailed : nothingFailed,
    ),
    each(/^(\d{1,9}) errors? [✔✖] \|/gm, onlyFailed),
  ),
  dbt: each(/\bDone\. PASS=(\d{1,9}) WARN=\d{1,9} ERROR=(\d{1,9})\b/g, passedThenFailed),
  newman: each(/│ {1,40}(?:requests|test-scripts|assertions) │ {1,40}\d{1,9} │ {1,40}(\d{1,9}) │/g, onlyFailed),
  jasmine: each(/(?<!\d)(\d{1,9}) specs?, (\d{1,9}) failures?\b/g, ofAll),
  /** Erlang; also what its framework prints with what was skipped. */
  commonTest: each(/\bFailed (\d{1,9}) tests?\. Skipped [^\n.]{1,60}\. Passed (\d{1,9}) tests?\./g, failedThenPassed),
  /** A run whose tests all passed fails where too little is covered by them. */
  coverage: says(
    /^FAIL Required test coverage of |\bcoverage threshold for [^\n]{1,60} not met\b|^ERROR: Coverage for [^\n]{1,60} does not meet |\bis below the expected minimum coverage\b|^Coverage test failed, threshold not met/m,
    oneFailed,
  ),
  signsOfFailure,
}

/** Programs by the reader of what they print. */
export const ownTestReaders = programsOf(runners, {
  ...{
    pytest: 'pytest, py.test',
    vitest: 'vitest',
    jest: 'jest',
    mocha: 'mocha',
    ava: 'ava',
    playwright: 'playwright test',
  },
  ...{ cypress: 'cypress run', bun: 'bun test', deno: 'deno test', cargo: 'cargo test', nextest: 'cargo nextest' },
  ...{ exUnit: 'mix test', rspec: 'rspec', phpunit: 'phpunit', pest: 'pest', flutter: 'flutter test, dart test' },
  ...{ dotnet: 'dotnet test', xctest: 'swift test', ctest: 'ctest', node: 'node --test' },
})

export const testCounts: readonly ReadCounts[] = Object.values(runners)

export function goCounts(text: string): Counts | null {
  // The second are the events of `go test -json`.
  const failed = allMatches(text, /--- FAIL\b/g).length || (hasMatch(text, /^FAIL\b|^\{".*"Action":"fail"/m) ? 1 : 0)
  if (failed > 0) return { passed: null, failed }
  const passed =
    /^\{".*"Action":"pass"|^(?:ok[ \t]+\S+[ \t]+(?:[\d.]+s\b|\(cached\))(?![^\n]*\[no tests to run\])|PASS$)/m.test(
      text,
    )
  return passed ? { ...nothingFailed, partial: true } : null
}

/** A file whose tests could not be loaded has failed without a test of it. */
function withFiles(readTests: ReadCounts, readFiles: ReadCounts): ReadCounts {
  return text => {
    const [tests, files] = [readTests(text), readFiles(text)]
    if (!tests) return files && files.failed > 0 ? { passed: null, failed: files.failed } : null
    return tests.failed === 0 && files ? { ...tests, failed: files.failed } : tests
  }
}

function vitest(text: string): Counts | null {
  const read = ([, words]: RegExpExecArray) => inWords(words)
  const tests = each(/\bTests {1,9}(\d{1,9} [a-z ]{1,40}(?:\| \d{1,9} [a-z ]{1,40}){0,9})\(\d{1,9}\)/g, read)
  const files = each(/\bTest Files {1,9}(\d{1,9} [a-z ]{1,40}(?:\| \d{1,9} [a-z ]{1,40}){0,9})\(\d{1,9}\)/g, read)
  const errors = each(/^ *Errors {1,9}(\d{1,9}) errors?$/gm, onlyFailed)
  const isRun = tests(text) !== null || files(text) !== null
  return withFiles(withFiles(tests, files), isRun ? errors : () => null)(text)
}

function pytest(text: string): Counts | null {
  const ends = allMatches(
    text,
    /^(?:=+ )?(\d{1,9} [a-z]{1,20}(?:, \d{1,9} [a-z]{1,20}){0,9}) in \d{1,9}(?:\.\d{1,9})?s\b/gm,
  )
  if (ends.length === 0) return pytestDots(text)
  return together(
    ends.flatMap(([, words = '']) => {
      if (!/\d (?:passed|failed|errors?)\b/.test(words)) return []
      const { passed, failed } = inWords(words)
      return [{ passed, failed: failed + numberIn(words, /(?<!\d)(\d{1,9}) errors?\b/) }]
    }),
  )
}

/** Asked twice to be quiet, pytest prints a letter for each test and no summary. */
function pytestDots(text: string): Counts | null {
  const rows = allMatches(text, /^([.sxXFE]{1,200}) {1,200}\[ {0,2}(\d{1,3})%\]$/gm)
  if (rows.at(-1)?.[2] !== '100') return null
  const letters = rows.map(([, own = '']) => own).join('')
  return { passed: null, failed: letters.replace(/[^FE]/g, '').length, partial: true }
}

function cargo(text: string): Counts | null {
  const results = allMatches(text, /\btest result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed/g)
  if (results.length === 0) return cargoBuild(text)
  const [passed, failed] = [results.map(found => Number(found[1])), results.map(found => Number(found[2]))]
  // One of several programs of tests may not have been built.
  const isBroken =
    /^error: (?:(?:doc)?test failed|\d{1,9} targets? failed)/m.test(text) ||
    (/^error: could not compile /m.test(text) && failedIn(text) !== 'check')
  if (isBroken && sum(failed) === 0) return { passed: sum(passed), failed: 1 }
  return { passed: sum(passed), failed: sum(failed), partial: true }
}

/** Tests that were not built. */
function cargoBuild(text: string): Counts | null {
  const isOfTests = /^error: could not compile `[^`\n]{1,200}` \((?:lib|bin "[^"\n]{1,200}") test\)/m.test(text)
  return isOfTests && failedIn(text) === 'build' ? oneFailed : null
}

/** A line for each class, then one for the module. */
function maven(text: string): Counts | null {
  const line = /\bTests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9})/g
  if (!mayMatch(text, line)) return null
  const modules = text.split('\n').filter(row => !row.includes('Time elapsed'))
  return each(line, ofAll)(modules.join('\n')) ?? outermost(line, ofAll)(text)
}

function phpunit(text: string): Counts | null {
  const fine = allMatches(text, /^OK(?:, but [^(\n\r\u2028\u2029]*)? \((\d{1,9}) tests?,/gm)
  const counted = allMatches(text, /^Tests: (\d{1,9}), Assertions: \d{1,9}([^\n]*)/gm)
  return together([
    ...fine.map(onlyPassed),
    ...counted.map(([, all, rest = '']) => {
      const failed = numberIn(rest, /\bFailures: (\d{1,9})/) + numberIn(rest, /\bErrors: (\d{1,9})/)
      return outOf(Number(all), failed)
    }),
  ])
}

function unittest(text: string): Counts | null {
  const ends = [...text.matchAll(/^(?:OK\b|FAILED \(([^)\n\r\u2028\u2029]*)\))/gm)]
  const runs = [...text.matchAll(/^Ran (\d{1,9}) tests? in /gm)]
  return together(
    runs.flatMap((ran, nth) => {
      const until = runs[nth + 1]?.index ?? text.length
      const end = ends.findLast(({ index }) => index > ran.index && index < until)
      if (!end) return []
      const words = end[1] ?? ''
      const failed = numberIn(words, /failures=(\d{1,9})/) + numberIn(words, /errors=(\d{1,9})/)
      return [outOf(Number(ran[1]), failed)]
    }),
  )
}

/** XCTest, a line for each suite and one for all; then Swift Testing, which counts its own. */
function xctest(text: string): Counts | null {
  const suite = /\bExecuted (\d{1,9}) tests?, with (?:\d{1,9} tests? skipped and )?(\d{1,9}) failures?\b/g
  const run = lastMatch(text, /\bTest run with (\d{1,9}) tests?([^\n]*)/g)
  const end = run?.[2] ?? ''
  const own = end.includes(' passed after') ? { passed: Number(run?.[1]), failed: 0 } : null
  const swiftTesting = end.includes(' failed after') ? oneFailed : own
  // Each of the two prints its summary even where the tests are the other's.
  const both = [outermost(suite, ofAll)(text), swiftTesting].flatMap(counts => counts ?? [])
  const busy = both.filter(({ passed, failed }) => passed !== 0 || failed > 0)
  return together(busy.length > 0 ? busy : both.slice(0, 1))
}

function meson(text: string): Counts | null {
  const passed = lastMatch(text, /^ *Ok: {1,40}(\d{1,9})\b/gm)
  const failed = allMatches(text, /^ *(?:Fail|Timeout|Unexpected Pass): {1,40}(\d{1,9})\b/gm).map(([, count]) =>
    Number(count),
  )
  return passed && { passed: Number(passed[1]), failed: sum(failed) }
}

/** The Test Anything Protocol; without its plan and all its lines only a failure is certain. */
function tap(text: string): Counts | null {
  const failed = text.match(/^not ok \d{1,9}(?![^\n]*# (?:TODO|SKIP)\b)/gim)?.length ?? 0
  const passed = allMatches(text, /^ok \d{1,9}\b/gm).length
  const planned = lastMatch(text, /^1\.\.(\d{1,9})$/gm)
  if (failed > 0) return { passed, failed }
  return planned && passed > 0 && passed >= Number(planned[1]) ? { passed, failed: 0 } : null
}

/** `make check` of a package that was set up with automake: one table for each folder. */
function automake(text: string): Counts | null {
  if (!hasMatch(text, /^# TOTAL: {1,9}\d/m)) return null
  const counted = (rows: RegExp) => sum(allMatches(text, rows).map(([, count]) => Number(count)))
  return {
    passed: counted(/^# PASS: {1,9}(\d{1,9})/gm),
    failed: counted(/^# (?:FAIL|ERROR|XPASS): {1,9}(\d{1,9})/gm),
  }
}

/** Where the count at the end is cut off, what runners write over or beside a test that failed is enough. */
function signsOfFailure(text: string): Counts | null {
  const signs = [
    /^=+ (?:FAILURES|ERRORS) =+$/m,
    /^ImportError while loading conftest |^INTERNALERROR> |^PHP (?:Fatal|Parse) error: /m,
    /^(?:FAILED|ERROR) [^\s:]+\.py(?:::| - |$)/m,
    /^test \S+ \.\.\. FAILED$/m,
    /^ ?FAIL {1,2}(?:\|[\w-]{1,40}\| )?[\w@/-]+(?:\.[\w-]+)*\.[cm]?[jt]sx?\b/m,
    /^There (?:was|were) \d{1,9} (?:failures?|errors?):$/m,
    /^(?:FAIL|ERROR): \w+ \([\w.]+\)$/m,
    /^ {2}\d{1,9}\) test \S/m,
    /^ *\[(?:FAILED|FAIL|ERROR)\] \S/m,
    /^\w{1,80} > .* FAILED$/m,
  ]
  return signs.some(sign => hasMatch(text, sign)) ? oneFailed : null
}
