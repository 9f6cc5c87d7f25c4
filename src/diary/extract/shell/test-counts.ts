import { sum } from '../../../kernel/numbers.ts'
import {
  type Counts,
  each,
  inWords,
  last,
  nothingFailed,
  numberIn,
  ofAll,
  oneFailed,
  outermost,
  type ReadCounts,
  together,
} from './found-counts.ts'

/** What test runners print at the end of a run. */
export const testCounts: readonly ReadCounts[] = [
  jest,
  vitest,
  pest,
  pytest,
  cargo,
  nextest,
  maven,
  nodeTest,
  mocha,
  exUnit,
  rspec,
  minitest,
  phpunit,
  unittest,
  dotnet,
  bun,
  deno,
  xctest,
  xcodebuild,
  ctest,
  googleTest,
  catch2,
  flutter,
  sbt,
  clojure,
  playwright,
  cypress,
  gotestsum,
  rebar,
  gradle,
  ava,
  zig,
  bazel,
  cabal,
  prove,
  hurl,
  meson,
  forge,
  bustedCounts,
  testthat,
  julia,
  gleeunit,
  scalaTest,
  karma,
  tap,
  alcotest,
  automake,
  rCheck,
  dbt,
  newman,
  jasmine,
  commonTest,
  coverage,
  signsOfFailure,
]

export function goCounts(text: string): Counts | null {
  // The second are the events of `go test -json`.
  const failed = text.match(/--- FAIL\b/g)?.length ?? (/^FAIL\b|^\{".*"Action":"fail"/m.test(text) ? 1 : 0)
  if (failed > 0) return { passed: null, failed }
  const passed =
    /^\{".*"Action":"pass"|^(?:ok[ \t]+\S+[ \t]+(?:[\d.]+s\b|\(cached\))(?![^\n]*\[no tests to run\])|PASS$)/m.test(
      text,
    )
  return passed ? { ...nothingFailed, partial: true } : null
}

/** A file whose tests could not be loaded has failed without a test of it. */
function withFiles(tests: Counts | null, files: Counts | null): Counts | null {
  if (!tests) return files && files.failed > 0 ? { passed: null, failed: files.failed } : null
  return tests.failed === 0 && files ? { ...tests, failed: files.failed } : tests
}

function jest(text: string): Counts | null {
  const read = (found: RegExpExecArray) => inWords(found[1] ?? '')
  const tests = each(text, /\bTests:[ \t]+((?:\d{1,9} [a-z]{1,20}, ){0,9})\d{1,9} total/g, read)
  return withFiles(tests, each(text, /\bTest Suites:[ \t]+((?:\d{1,9} [a-z]{1,20}, ){0,9})\d{1,9} total/g, read))
}

function vitest(text: string): Counts | null {
  const read = (found: RegExpExecArray) => inWords(found[1] ?? '')
  const tests = each(text, /\bTests {1,9}(\d{1,9} [a-z ]{1,40}(?:\| \d{1,9} [a-z ]{1,40}){0,9})\(\d{1,9}\)/g, read)
  const files = each(text, /\bTest Files {1,9}(\d{1,9} [a-z ]{1,40}(?:\| \d{1,9} [a-z ]{1,40}){0,9})\(\d{1,9}\)/g, read)
  const errors = each(text, /^ *Errors {1,9}(\d{1,9}) errors?$/gm, found => ({
    passed: null,
    failed: Number(found[1]),
  }))
  return withFiles(withFiles(tests, files), tests || files ? errors : null)
}

/** Pest and `artisan test`. */
function pest(text: string): Counts | null {
  const counted = /^ *Tests: {1,9}(\d{1,9} [a-z]{1,20}(?:, \d{1,9} [a-z]{1,20}){0,9}) \(\d{1,9} assertions?\)/gm
  return each(text, counted, found => inWords(found[1] ?? ''))
}

function pytest(text: string): Counts | null {
  const ends = text.matchAll(
    /^(?:=+ )?(\d{1,9} [a-z]{1,20}(?:, \d{1,9} [a-z]{1,20}){0,9}) in \d{1,9}(?:\.\d{1,9})?s\b/gm,
  )
  return together(
    [...ends].flatMap(([, words = '']) => {
      if (!/\d (?:passed|failed|errors?)\b/.test(words)) return []
      const { passed, failed } = inWords(words)
      return [{ passed, failed: failed + numberIn(words, /(?<!\d)(\d{1,9}) errors?\b/) }]
    }),
  )
}

function cargo(text: string): Counts | null {
  const results = [...text.matchAll(/\btest result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed/g)]
  if (results.length === 0) return null
  const [passed, failed] = [results.map(found => Number(found[1])), results.map(found => Number(found[2]))]
  // One of several programs of tests may not have been built.
  const isBroken = /^error: (?:(?:doc)?test failed|\d{1,9} targets? failed|could not compile )/m.test(text)
  if (isBroken && sum(failed) === 0) return { passed: sum(passed), failed: 1 }
  return { passed: sum(passed), failed: sum(failed), partial: true }
}

function nextest(text: string): Counts | null {
  const read = (found: RegExpExecArray) => {
    const rest = found[2] ?? ''
    const failed = numberIn(rest, /(?<!\d)(\d{1,9}) failed/) + numberIn(rest, /(?<!\d)(\d{1,9}) timed out/)
    return { passed: Number(found[1]), failed }
  }
  return (
    each(text, /(?<!\d)\d{1,9} tests? run: (\d{1,9}) passed([^\n]*)/g, read) ??
    (/^error: test run failed$/m.test(text) ? oneFailed : null)
  )
}

/** A line for each class, then one for the module. */
function maven(text: string): Counts | null {
  const line = /\bTests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9})/g
  const modules = text.split('\n').filter(row => !row.includes('Time elapsed'))
  return each(modules.join('\n'), line, ofAll) ?? outermost(text, line, ofAll)
}

function nodeTest(text: string): Counts | null {
  const [passed, failed] = [last(text, /^[#ℹ] pass {1,4}(\d{1,9})\b/gm), last(text, /^[#ℹ] fail {1,4}(\d{1,9})\b/gm)]
  return passed && failed && { passed: Number(passed[1]), failed: Number(failed[1]) }
}

function mocha(text: string): Counts | null {
  const [passed, failed] = [last(text, /^[ \t]*(\d{1,9}) passing\b/gm), last(text, /^[ \t]*(\d{1,9}) failing\b/gm)]
  return passed && { passed: Number(passed[1]), failed: Number(failed?.[1] ?? 0) }
}

/** Also the words of bats. */
function exUnit(text: string): Counts | null {
  return each(text, /(?<!\d)(\d{1,9}) tests?, (\d{1,9}) failures?\b/g, ofAll)
}

function rspec(text: string): Counts | null {
  return each(
    text,
    /(?<!\d)(\d{1,9}) examples?, (\d{1,9}) failures?(?:, \d{1,9} pending)?(?:, (\d{1,9}) errors? occurred outside)?/g,
    ofAll,
  )
}

function minitest(text: string): Counts | null {
  return each(
    text,
    /(?<!\d)(\d{1,9}) (?:runs|tests), \d{1,9} assertions, (\d{1,9}) failures, (\d{1,9}) errors\b/g,
    ofAll,
  )
}

function phpunit(text: string): Counts | null {
  const fine = [...text.matchAll(/^OK(?:, but [^(\n\r\u2028\u2029]*)? \((\d{1,9}) tests?,/gm)]
  const counted = [...text.matchAll(/^Tests: (\d{1,9}), Assertions: \d{1,9}([^\n]*)/gm)]
  return together([
    ...fine.map(found => ({ passed: Number(found[1]), failed: 0 })),
    ...counted.map(([, all, rest = '']) => {
      const failed = numberIn(rest, /\bFailures: (\d{1,9})/) + numberIn(rest, /\bErrors: (\d{1,9})/)
      return { passed: Math.max(0, Number(all) - failed), failed }
    }),
  ])
}

function unittest(text: string): Counts | null {
  const ran = last(text, /^Ran (\d{1,9}) tests? in /gm)
  const end = last(text, /^(?:OK\b|FAILED \(([^)\n\r\u2028\u2029]*)\))/gm)
  if (!ran || !end || end.index < ran.index) return null
  const words = end[1] ?? ''
  const failed = numberIn(words, /failures=(\d{1,9})/) + numberIn(words, /errors=(\d{1,9})/)
  return { passed: Math.max(0, Number(ran[1]) - failed), failed }
}

function dotnet(text: string): Counts | null {
  const read = (found: RegExpExecArray) => ({ passed: Number(found[2]), failed: Number(found[1]) })
  const assembly = each(text, /\bFailed: {1,9}(\d{1,9}), Passed: {1,9}(\d{1,9})\b/g, read)
  if (assembly) return assembly
  const summary = each(text, /\bTest summary: total: \d{1,9}, failed: (\d{1,9}), succeeded: (\d{1,9})/g, read)
  if (summary) return summary
  const ended = /\bTest Run (Successful|Failed)\./.exec(text)
  return ended && (ended[1] === 'Successful' ? nothingFailed : oneFailed)
}

function bun(text: string): Counts | null {
  const [passed, failed] = [last(text, /^ *(\d{1,9}) pass$/gm), last(text, /^ *(\d{1,9}) fail$/gm)]
  return passed && failed && { passed: Number(passed[1]), failed: Number(failed[1]) }
}

function deno(text: string): Counts | null {
  return each(text, /^(?:ok|FAILED) \| (\d{1,9}) passed[^|\n]*\| (\d{1,9}) failed/gm, found => ({
    passed: Number(found[1]),
    failed: Number(found[2]),
  }))
}

/** XCTest, a line for each suite and one for all; then Swift Testing, which counts its own. */
function xctest(text: string): Counts | null {
  const suites = outermost(
    text,
    /\bExecuted (\d{1,9}) tests?, with (?:\d{1,9} tests? skipped and )?(\d{1,9}) failures?\b/g,
    ofAll,
  )
  const run = last(text, /\bTest run with (\d{1,9}) tests?([^\n]*)/g)
  const end = run?.[2] ?? ''
  const own = end.includes(' passed after') ? { passed: Number(run?.[1]), failed: 0 } : null
  const swiftTesting = end.includes(' failed after') ? oneFailed : own
  // Each of the two prints its summary even where the tests are the other's.
  const both = [suites, swiftTesting].flatMap(counts => counts ?? [])
  const busy = both.filter(({ passed, failed }) => passed !== 0 || failed > 0)
  return together(busy.length > 0 ? busy : both.slice(0, 1))
}

function xcodebuild(text: string): Counts | null {
  const ended = last(text, /\*\* TEST(?: EXECUTE)? (SUCCEEDED|FAILED) \*\*|^(?:▸ )?Test (Succeeded|Failed)$/gm)
  return ended && (/succeeded/i.test(ended[0]) ? nothingFailed : oneFailed)
}

function ctest(text: string): Counts | null {
  return each(text, /\btests passed, (\d{1,9}) tests? failed out of (\d{1,9})/g, found => {
    const failed = Number(found[1])
    return { passed: Math.max(0, Number(found[2]) - failed), failed }
  })
}

function googleTest(text: string): Counts | null {
  const passed = last(text, /^\[ {2}PASSED {2}\] (\d{1,9}) tests?\./gm)
  const failed = last(text, /^\[ {2}FAILED {2}\] (\d{1,9}) tests?, listed below/gm)
  return passed && { passed: Number(passed[1]), failed: Number(failed?.[1] ?? 0) }
}

/** Also doctest for C++. */
function catch2(text: string): Counts | null {
  const fine = /^All tests passed \(\d{1,9} assertions? in (\d{1,9}) test cases?\)/m.exec(text)
  if (fine) return { passed: Number(fine[1]), failed: 0 }
  return each(
    text,
    /\btest cases: {1,9}\d{1,9} \| {1,9}(\d{1,9}) passed \| {1,9}(\d{1,9}) failed/g,
    ([, passed, failed]) => ({ passed: Number(passed), failed: Number(failed) }),
  )
}

function flutter(text: string): Counts | null {
  const ended = last(text, /\b(All tests passed!|Some tests failed\.)/g)
  return ended && (ended[1] === 'All tests passed!' ? nothingFailed : oneFailed)
}

function sbt(text: string): Counts | null {
  return each(text, /\b(?:Passed|Failed): Total (\d{1,9}), Failed (\d{1,9}), Errors (\d{1,9})/g, ofAll)
}

/** Leiningen and kaocha. */
function clojure(text: string): Counts | null {
  return each(
    text,
    /\bRan (\d{1,9}) tests containing \d{1,9} assertions\.\n(\d{1,9}) failures, (\d{1,9}) errors/g,
    ofAll,
  )
}

function playwright(text: string): Counts | null {
  const passed = last(text, /^ {2}(\d{1,9}) passed(?: \([\d.]{1,9}(?:ms|s|m|h)\))?$/gm)
  const failed = last(text, /^ {2}(\d{1,9}) failed$/gm)
  return passed || failed ? { passed: Number(passed?.[1] ?? 0), failed: Number(failed?.[1] ?? 0) } : null
}

function cypress(text: string): Counts | null {
  if (/✔ {1,9}All specs passed!/.test(text)) return nothingFailed
  return each(text, /✖ {1,9}(\d{1,9}) of \d{1,9} failed \(/g, found => ({ passed: null, failed: Number(found[1]) }))
}

function gotestsum(text: string): Counts | null {
  return each(text, /^DONE (\d{1,9}) tests?([^\n]*)/gm, found => {
    const failed = numberIn(found[2] ?? '', /(?<!\d)(\d{1,9}) (?:failures?|errors?)/)
    return { passed: Math.max(0, Number(found[1]) - failed), failed }
  })
}

function rebar(text: string): Counts | null {
  const failed = each(text, /\bFailed (\d{1,9}) tests?\. Passed (\d{1,9}) tests?\./g, found => ({
    passed: Number(found[2]),
    failed: Number(found[1]),
  }))
  return failed ?? each(text, /\bAll (\d{1,9}) tests passed\./g, found => ({ passed: Number(found[1]), failed: 0 }))
}

function gradle(text: string): Counts | null {
  return each(text, /(?<!\d)(\d{1,9}) tests? completed, (\d{1,9}) failed\b/g, ofAll)
}

function ava(text: string): Counts | null {
  const failed = last(text, /^ *(\d{1,9}) tests? failed:? *$/gm)
  const passed = last(text, /^ *(\d{1,9}) tests? passed$/gm)
  return passed || failed ? { passed: Number(passed?.[1] ?? 0), failed: Number(failed?.[1] ?? 0) } : null
}

function zig(text: string): Counts | null {
  return each(text, /; (\d{1,9})\/(\d{1,9}) tests passed/g, ([, passed, all]) => ({
    passed: Number(passed),
    failed: Math.max(0, Number(all) - Number(passed)),
  }))
}

function bazel(text: string): Counts | null {
  return each(text, /\bExecuted \d{1,9} out of \d{1,9} tests?: ([^\n]*)/g, ([, words = '']) => ({
    passed: null,
    failed: numberIn(words, /(?<!\d)(\d{1,9}) fails?\b/),
  }))
}

function cabal(text: string): Counts | null {
  return each(text, /(?<!\d)(\d{1,9}) of (\d{1,9}) test suites \(\d{1,9} of \d{1,9} test cases\) passed/g, found => ({
    passed: null,
    failed: Math.max(0, Number(found[2]) - Number(found[1])),
  }))
}

function prove(text: string): Counts | null {
  const ended = last(text, /^Result: (PASS|FAIL)\b/gm)
  return ended && (ended[1] === 'PASS' ? nothingFailed : oneFailed)
}

function hurl(text: string): Counts | null {
  return each(text, /^Failed files: {1,9}(\d{1,9})\b/gm, found => ({ passed: null, failed: Number(found[1]) }))
}

function meson(text: string): Counts | null {
  const passed = last(text, /^ *Ok: {1,40}(\d{1,9})\b/gm)
  const failed = [...text.matchAll(/^ *(?:Fail|Timeout|Unexpected Pass): {1,40}(\d{1,9})\b/gm)].map(([, count]) =>
    Number(count),
  )
  return passed && { passed: Number(passed[1]), failed: sum(failed) }
}

function forge(text: string): Counts | null {
  const summary = /\bRan \d{1,9} test suites? in [^:\n]{1,80}: (\d{1,9}) tests? passed, (\d{1,9}) failed/g
  return each(text, summary, ([, passed, failed]) => ({ passed: Number(passed), failed: Number(failed) }))
}

function bustedCounts(text: string): Counts | null {
  const summary = /(?<!\d)(\d{1,9}) success(?:es)? \/ (\d{1,9}) failures? \/ (\d{1,9}) errors?\b/g
  return each(text, summary, ([, passed, ...failed]) => ({ passed: Number(passed), failed: sum(failed.map(Number)) }))
}

function testthat(text: string): Counts | null {
  const ended = last(text, /\[ FAIL (\d{1,9}) \| WARN \d{1,9} \| SKIP \d{1,9} \| PASS (\d{1,9}) \]/g)
  return ended && { passed: Number(ended[2]), failed: Number(ended[1]) }
}

function julia(text: string): Counts | null {
  const summary = /\bSome tests did not pass: (\d{1,9}) passed, (\d{1,9}) failed, (\d{1,9}) errored/g
  const counted = each(text, summary, ([, passed, ...failed]) => ({
    passed: Number(passed),
    failed: sum(failed.map(Number)),
  }))
  return counted ?? (/^ *Testing \S{1,80} tests passed *$/m.test(text) ? nothingFailed : null)
}

function gleeunit(text: string): Counts | null {
  return each(text, /^(\d{1,9}) passed, (no|\d{1,9}) failures?$/gm, ([, passed, failed]) => ({
    passed: Number(passed),
    failed: failed === 'no' ? 0 : Number(failed),
  }))
}

function scalaTest(text: string): Counts | null {
  return each(text, /\bTests: succeeded (\d{1,9}), failed (\d{1,9})\b/g, ([, passed, failed]) => ({
    passed: Number(passed),
    failed: Number(failed),
  }))
}

function karma(text: string): Counts | null {
  const ended = last(text, /\bExecuted (\d{1,9}) of \d{1,9}(?: \((\d{1,9}) FAILED\)| SUCCESS\b)/g)
  if (!ended) return null
  const failed = Number(ended[2] ?? 0)
  return { passed: Math.max(0, Number(ended[1]) - failed), failed }
}

/** The Test Anything Protocol; without its plan and all its lines only a failure is certain. */
function tap(text: string): Counts | null {
  const failed = text.match(/^not ok \d{1,9}(?![^\n]*# (?:TODO|SKIP)\b)/gim)?.length ?? 0
  const passed = text.match(/^ok \d{1,9}\b/gm)?.length ?? 0
  const planned = last(text, /^1\.\.(\d{1,9})$/gm)
  if (failed > 0) return { passed, failed }
  return planned && passed > 0 && passed >= Number(planned[1]) ? { passed, failed: 0 } : null
}

/** OCaml. */
function alcotest(text: string): Counts | null {
  const failed = last(text, /^(\d{1,9}) failures?! in \d/gm)
  if (failed) return { passed: null, failed: Number(failed[1]) }
  const fine = last(text, /^Test Successful in [\d.]{1,9}s\. (\d{1,9}) tests? run\./gm)
  return fine && { passed: Number(fine[1]), failed: 0 }
}

/** `make check` of a package that was set up with automake: one table for each folder. */
function automake(text: string): Counts | null {
  if (!/^# TOTAL: {1,9}\d/m.test(text)) return null
  const counted = (rows: RegExp) => sum([...text.matchAll(rows)].map(([, count]) => Number(count)))
  return {
    passed: counted(/^# PASS: {1,9}(\d{1,9})/gm),
    failed: counted(/^# (?:FAIL|ERROR|XPASS): {1,9}(\d{1,9})/gm),
  }
}

/** `R CMD check`, then the words of devtools. */
function rCheck(text: string): Counts | null {
  const status = last(text, /^Status: (OK|\d{1,9} (?:ERROR|WARNING|NOTE)[^\n]*)/gm)
  if (status) return /\bERROR/.test(status[1] ?? '') ? oneFailed : nothingFailed
  return each(text, /^(\d{1,9}) errors? [✔✖] \|/gm, found => ({ passed: null, failed: Number(found[1]) }))
}

function dbt(text: string): Counts | null {
  return each(text, /\bDone\. PASS=(\d{1,9}) WARN=\d{1,9} ERROR=(\d{1,9})\b/g, ([, passed, failed]) => ({
    passed: Number(passed),
    failed: Number(failed),
  }))
}

function newman(text: string): Counts | null {
  const rows = /│ {1,40}(?:requests|test-scripts|assertions) │ {1,40}\d{1,9} │ {1,40}(\d{1,9}) │/g
  return each(text, rows, found => ({ passed: null, failed: Number(found[1]) }))
}

function jasmine(text: string): Counts | null {
  return each(text, /(?<!\d)(\d{1,9}) specs?, (\d{1,9}) failures?\b/g, ofAll)
}

/** Erlang; also what its framework prints with what was skipped. */
function commonTest(text: string): Counts | null {
  return each(text, /\bFailed (\d{1,9}) tests?\. Skipped [^\n.]{1,60}\. Passed (\d{1,9}) tests?\./g, found => ({
    passed: Number(found[2]),
    failed: Number(found[1]),
  }))
}

/** A run whose tests all passed fails where too little is covered by them. */
function coverage(text: string): Counts | null {
  const missed =
    /^FAIL Required test coverage of |\bcoverage threshold for [^\n]{1,60} not met\b|^ERROR: Coverage for [^\n]{1,60} does not meet |^Coverage failure: total of |\bis below the expected minimum coverage\b|^Coverage test failed, threshold not met/m
  return missed.test(text) ? oneFailed : null
}

/** Where the count at the end is cut off, what runners write over or beside a test that failed is enough. */
function signsOfFailure(text: string): Counts | null {
  const signs = [
    /^=+ (?:FAILURES|ERRORS) =+$/m,
    /^(?:FAILED|ERROR) [^\s:]+\.py(?:::| - |$)/m,
    /^test \S+ \.\.\. FAILED$/m,
    /^ ?FAIL {1,2}(?:\|[\w-]{1,40}\| )?[\w@/-]+(?:\.[\w-]+)*\.[cm]?[jt]sx?\b/m,
    /^There (?:was|were) \d{1,9} (?:failures?|errors?):$/m,
    /^(?:FAIL|ERROR): \w+ \([\w.]+\)$/m,
    /^ {2}\d{1,9}\) test \S/m,
    /^ *\[(?:FAILED|FAIL|ERROR)\] \S/m,
    /^\w{1,80} > .* FAILED$/m,
  ]
  return signs.some(sign => sign.test(text)) ? oneFailed : null
}
