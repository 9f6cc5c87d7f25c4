import { stripVTControlCharacters } from 'node:util'

/** What the output of a run says it counted. */
export interface Counts {
  passed: number | null
  failed: number
  /** It speaks of a part of the run, of which further parts may follow. */
  partial?: true
}

/** What a runner's words speak of. */
export type Subject = 'tests' | 'lint' | 'types' | 'build'

/** The counts in an output, by the first runner whose words are found. */
export function countsIn(
  output: string,
  subjects: readonly Subject[] = ['tests', 'lint', 'types', 'build'],
): Counts | null {
  // Task runners write the name of the task before each line of its output.
  const text = stripVTControlCharacters(output).replace(/^\[[a-z][\w:.-]*\] /gm, '')
  for (const { subject, read } of runners) {
    const counts = subjects.includes(subject) ? read(text) : null
    if (counts) return counts
  }
  return null
}

interface Runner {
  subject: Subject
  read: (text: string) => Counts | null
}

const runners: readonly Runner[] = [
  {
    subject: 'tests',
    read: text => countsInWords(last(text, /\bTests:[ \t]+((?:\d{1,9} [a-z]{1,20}, ){0,9})\d{1,9} total/g)),
  },
  {
    subject: 'tests',
    read: text =>
      countsInWords(last(text, /\bTests {1,9}(\d{1,9} [a-z ]{1,40}(?:\| \d{1,9} [a-z ]{1,40}){0,9})\(\d{1,9}\)/g)),
  },
  { subject: 'tests', read: pytest },
  { subject: 'tests', read: cargo },
  { subject: 'tests', read: nextest },
  { subject: 'tests', read: maven },
  { subject: 'tests', read: nodeTest },
  { subject: 'tests', read: mocha },
  { subject: 'tests', read: exUnit },
  { subject: 'tests', read: rspec },
  { subject: 'tests', read: minitest },
  { subject: 'tests', read: phpunit },
  { subject: 'tests', read: unittest },
  { subject: 'tests', read: dotnet },
  { subject: 'tests', read: bun },
  { subject: 'tests', read: deno },
  { subject: 'tests', read: xctest },
  { subject: 'tests', read: ctest },
  { subject: 'tests', read: flutter },
  { subject: 'tests', read: scala },
  { subject: 'tests', read: playwright },
  { subject: 'tests', read: gotestsum },
  { subject: 'tests', read: rebar },
  { subject: 'tests', read: gradleTests },
  { subject: 'tests', read: ava },
  { subject: 'lint', read: text => only(last(text, /✖ \d+ problems? \((\d{1,9}) errors?,/g)) },
  { subject: 'types', read: typescript },
  { subject: 'types', read: mypy },
  { subject: 'types', read: pyright },
  { subject: 'types', read: svelteCheck },
  { subject: 'types', read: dialyzer },
  { subject: 'types', read: phpstan },
  { subject: 'lint', read: golangci },
  { subject: 'lint', read: ruff },
  { subject: 'lint', read: biome },
  { subject: 'lint', read: rubocop },
  { subject: 'lint', read: credo },
  { subject: 'lint', read: prettier },
  { subject: 'lint', read: oxlint },
  { subject: 'lint', read: preCommit },
  { subject: 'lint', read: black },
  { subject: 'tests', read: go },
  { subject: 'build', read: build },
  { subject: 'types', read: compiler },
]

/** `1 failed, 2 skipped, 9 passed` in any order. */
function countsInWords(found: RegExpExecArray | null): Counts | null {
  const [, words] = found ?? []
  if (words === undefined) return null
  return { passed: numberIn(words, /(?<!\d)(\d{1,9}) passed\b/), failed: numberIn(words, /(?<!\d)(\d{1,9}) failed\b/) }
}

function pytest(text: string): Counts | null {
  const [, words] =
    last(text, /^(?:=+ )?(\d{1,9} [a-z]{1,20}(?:, \d{1,9} [a-z]{1,20}){0,9}) in \d{1,9}(?:\.\d{1,9})?s\b/gm) ?? []
  if (words === undefined || !/\d (?:passed|failed|errors?)\b/.test(words)) return null
  const { passed, failed } = {
    passed: numberIn(words, /(?<!\d)(\d{1,9}) passed\b/),
    failed: numberIn(words, /(?<!\d)(\d{1,9}) failed\b/),
  }
  return { passed, failed: failed + numberIn(words, /(?<!\d)(\d{1,9}) errors?\b/) }
}

function cargo(text: string): Counts | null {
  const results = [...text.matchAll(/\btest result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed/g)]
  if (results.length === 0) return null
  const [passed, failed] = [sum(results.map(found => found[1])), sum(results.map(found => found[2]))]
  return { passed, failed, partial: true }
}

function nextest(text: string): Counts | null {
  const found = last(text, /(?<!\d)\d{1,9} tests? run: (\d{1,9}) passed([^\n]*)/g)
  if (!found) return null
  const rest = found[2] ?? ''
  return {
    passed: Number(found[1]),
    failed: numberIn(rest, /(?<!\d)(\d{1,9}) failed/) + numberIn(rest, /(?<!\d)(\d{1,9}) timed out/),
  }
}

function maven(text: string): Counts | null {
  const found = last(text, /\bTests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9})/g)
  if (!found) return null
  const failed = sum(found.slice(2))
  return { passed: Math.max(0, Number(found[1]) - failed), failed }
}

function nodeTest(text: string): Counts | null {
  const [passed, failed] = [last(text, /^[#ℹ] pass (\d{1,9})\b/gm), last(text, /^[#ℹ] fail (\d{1,9})\b/gm)]
  return passed && failed && { passed: Number(passed[1]), failed: Number(failed[1]) }
}

function mocha(text: string): Counts | null {
  const [passed, failed] = [last(text, /^[ \t]*(\d{1,9}) passing\b/gm), last(text, /^[ \t]*(\d{1,9}) failing\b/gm)]
  return passed && { passed: Number(passed[1]), failed: Number(failed?.[1] ?? 0) }
}

/** Also the words of bats. */
function exUnit(text: string): Counts | null {
  return ofAll(last(text, /(?<!\d)(\d{1,9}) tests?, (\d{1,9}) failures?\b/g))
}

function rspec(text: string): Counts | null {
  return ofAll(last(text, /(?<!\d)(\d{1,9}) examples?, (\d{1,9}) failures?\b/g))
}

function minitest(text: string): Counts | null {
  return ofAll(
    last(text, /(?<!\d)(\d{1,9}) (?:runs|tests), \d{1,9} assertions, (\d{1,9}) failures, (\d{1,9}) errors\b/g),
  )
}

function phpunit(text: string): Counts | null {
  const fine = last(text, /^OK(?:, but [^(\n\r\u2028\u2029]*)? \((\d{1,9}) tests?,/gm)
  if (fine) return { passed: Number(fine[1]), failed: 0 }
  const found = last(text, /^Tests: (\d{1,9}), Assertions: \d{1,9}([^\n]*)/gm)
  if (!found) return null
  const rest = found[2] ?? ''
  const failed = numberIn(rest, /\bFailures: (\d{1,9})/) + numberIn(rest, /\bErrors: (\d{1,9})/)
  return { passed: Math.max(0, Number(found[1]) - failed), failed }
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
  const found = last(text, /\bFailed: {1,9}(\d{1,9}), Passed: {1,9}(\d{1,9})\b/g)
  if (found) return { passed: Number(found[2]), failed: Number(found[1]) }
  const summary = last(text, /\bTest summary: total: \d{1,9}, failed: (\d{1,9}), succeeded: (\d{1,9})/g)
  return summary && { passed: Number(summary[2]), failed: Number(summary[1]) }
}

function bun(text: string): Counts | null {
  const [passed, failed] = [last(text, /^ *(\d{1,9}) pass$/gm), last(text, /^ *(\d{1,9}) fail$/gm)]
  return passed && failed && { passed: Number(passed[1]), failed: Number(failed[1]) }
}

function deno(text: string): Counts | null {
  const found = last(text, /^(?:ok|FAILED) \| (\d{1,9}) passed[^|\n]*\| (\d{1,9}) failed/gm)
  return found && { passed: Number(found[1]), failed: Number(found[2]) }
}

function xctest(text: string): Counts | null {
  const found = last(text, /\bExecuted (\d{1,9}) tests?, with (?:\d{1,9} tests? skipped and )?(\d{1,9}) failures?\b/g)
  if (found) return ofAll(found)
  const run = last(text, /\bTest run with (\d{1,9}) tests?([^\n]*)/g)
  const end = run?.[2] ?? ''
  if (end.includes(' passed after')) return { passed: Number(run?.[1]), failed: 0 }
  return end.includes(' failed after') ? { passed: null, failed: 1 } : null
}

function ctest(text: string): Counts | null {
  const found = last(text, /\btests passed, (\d{1,9}) tests? failed out of (\d{1,9})/g)
  return found && { passed: Math.max(0, Number(found[2]) - Number(found[1])), failed: Number(found[1]) }
}

function flutter(text: string): Counts | null {
  const ended = last(text, /\b(All tests passed!|Some tests failed\.)/g)
  if (!ended) return null
  return ended[1] === 'All tests passed!' ? { passed: null, failed: 0 } : { passed: null, failed: 1 }
}

/** sbt and ScalaTest; leiningen and kaocha. */
function scala(text: string): Counts | null {
  const found = last(text, /\b(?:Passed|Failed): Total (\d{1,9}), Failed (\d{1,9}), Errors (\d{1,9})/g)
  if (found) return ofAll(found)
  return ofAll(
    last(text, /\bRan (\d{1,9}) tests containing \d{1,9} assertions\.\n(\d{1,9}) failures, (\d{1,9}) errors/g),
  )
}

function playwright(text: string): Counts | null {
  const passed = last(text, /^ {2}(\d{1,9}) passed(?: \([\d.]{1,9}(?:ms|s|m|h)\))?$/gm)
  const failed = last(text, /^ {2}(\d{1,9}) failed$/gm)
  return passed || failed ? { passed: Number(passed?.[1] ?? 0), failed: Number(failed?.[1] ?? 0) } : null
}

function gotestsum(text: string): Counts | null {
  const found = last(text, /^DONE (\d{1,9}) tests?([^\n]*)/gm)
  if (!found) return null
  const failed = numberIn(found[2] ?? '', /(?<!\d)(\d{1,9}) (?:failures?|errors?)/)
  return { passed: Math.max(0, Number(found[1]) - failed), failed }
}

function rebar(text: string): Counts | null {
  const passed = last(text, /\bAll (\d{1,9}) tests passed\./g)
  if (passed) return { passed: Number(passed[1]), failed: 0 }
  const found = last(text, /\bFailed (\d{1,9}) tests?\. Passed (\d{1,9}) tests?\./g)
  return found && { passed: Number(found[2]), failed: Number(found[1]) }
}

function gradleTests(text: string): Counts | null {
  return ofAll(last(text, /(?<!\d)(\d{1,9}) tests? completed, (\d{1,9}) failed\b/g))
}

function ava(text: string): Counts | null {
  const failed = last(text, /^ *(\d{1,9}) tests? failed$/gm)
  const passed = last(text, /^ *(\d{1,9}) tests? passed$/gm)
  return passed || failed ? { passed: Number(passed?.[1] ?? 0), failed: Number(failed?.[1] ?? 0) } : null
}

function typescript(text: string): Counts | null {
  const found = only(
    last(text, /\bFound (\d{1,9}) errors? in /g) ?? last(text, /\bFound (\d{1,9}) errors?\. Watching/g),
  )
  if (found) return found
  const errors = text.match(/\berror TS\d+:/g)?.length ?? 0
  return errors > 0 ? { passed: null, failed: errors } : null
}

function mypy(text: string): Counts | null {
  return /\bSuccess: no issues found in \d/.test(text) ? { passed: null, failed: 0 } : null
}

function pyright(text: string): Counts | null {
  return only(last(text, /^(\d{1,9}) errors?, \d{1,9} warnings?\b/gm))
}

function svelteCheck(text: string): Counts | null {
  return only(last(text, /\bsvelte-check found (\d{1,9}) errors?\b/g))
}

function dialyzer(text: string): Counts | null {
  const found = only(last(text, /\bTotal errors: (\d{1,9})\b/g))
  if (found) return found
  const ended = last(text, /\bdone \((passed successfully|warnings were emitted)\)/g)
  return ended && { passed: null, failed: ended[1] === 'passed successfully' ? 0 : 1 }
}

function phpstan(text: string): Counts | null {
  if (/\[OK\] No errors/.test(text)) return { passed: null, failed: 0 }
  return only(last(text, /\[ERROR\] Found (\d{1,9}) errors?/g))
}

/** Where the count is cut off, each finding ends with the name of its linter. */
function golangci(text: string): Counts | null {
  const found = only(last(text, /^(\d{1,9}) issues?(?::|\.)/gm))
  if (found) return found
  const places = text.match(/^[^\s:]+\.go:\d{1,9}:\d{1,9}: [^\n]*$/gm) ?? []
  const findings = places.filter(line => /\([a-z\d]+\)$/.test(line)).length
  return findings > 0 ? { passed: null, failed: findings } : null
}

function ruff(text: string): Counts | null {
  if (/^All checks passed!/m.test(text)) return { passed: null, failed: 0 }
  return only(last(text, /^Found (\d{1,9}) errors?(?: \(|\.$)/gm))
}

function biome(text: string): Counts | null {
  const errors = only(last(text, /^Found (\d{1,9}) errors?\.$/gm))
  if (errors) return errors
  return /^Checked \d{1,9} files? in /m.test(text) ? { passed: null, failed: 0 } : null
}

function rubocop(text: string): Counts | null {
  const found = last(text, /(?<!\d)\d{1,9} files? inspected, (no|\d{1,9}) offenses? detected/g)
  return found && { passed: null, failed: found[1] === 'no' ? 0 : Number(found[1]) }
}

function credo(text: string): Counts | null {
  const found = last(text, /\bmods\/funs, found ([^\n]*)/g)
  if (!found) return null
  const counted = (found[1] ?? '').matchAll(/(?<!\d)(\d{1,9}) /g)
  return { passed: null, failed: sum([...counted].map(([, number]) => number)) }
}

function prettier(text: string): Counts | null {
  if (/\bAll matched files use Prettier code style!/.test(text)) return { passed: null, failed: 0 }
  return /\bCode style issues (?:found|were found)/.test(text) ? { passed: null, failed: 1 } : null
}

function oxlint(text: string): Counts | null {
  return only(last(text, /\bFound \d{1,9} warnings? and (\d{1,9}) errors?\b/g))
}

/** `trailing whitespace....Passed`, one line for each hook. */
function preCommit(text: string): Counts | null {
  const hooks = text.split('\n').flatMap(line => /(?:\.{3}|\))(Passed|Failed|Skipped)$/.exec(line)?.[1] ?? [])
  if (hooks.length === 0) return null
  const failed = hooks.filter(result => result === 'Failed').length
  return { passed: null, failed, partial: true }
}

function black(text: string): Counts | null {
  if (/^\d{1,9} files? would be reformatted/m.test(text)) return { passed: null, failed: 1 }
  return /^\d{1,9} files? would be left unchanged\.$/m.test(text) ? { passed: null, failed: 0 } : null
}

function go(text: string): Counts | null {
  const failed = text.match(/--- FAIL\b/g)?.length ?? (/^FAIL\b/m.test(text) ? 1 : 0)
  if (failed > 0) return { passed: null, failed }
  const passed = /^(?:ok[ \t]+\S+[ \t]+(?:[\d.]+s\b|\(cached\))|PASS$)/m.test(text)
  return passed ? { passed: null, failed: 0, partial: true } : null
}

function build(text: string): Counts | null {
  const failure =
    /\bBUILD FAIL(?:ED|URE)\b|\bBuild FAILED\b|\bmake(?:\[\d+\])?: \*\*\*|\berror: could not compile\b|\bFailed to compile\b|\bcompiled with \d+ errors?\b|\*\* \((?:CompileError|Mix)\)|\bCompilation error in file\b|\[ERROR\] COMPILATION ERROR/
  if (failure.test(text)) return { passed: null, failed: 1 }
  const success =
    /\bBUILD SUCCESS(?:FUL)?\b|\bBuild succeeded\b|✓ built in |\bcompiled successfully\b|\bCompiled successfully\b|^ *Finished (?:`|dev|release|test).* target\(s\)|\bBuild complete!|\*\* BUILD SUCCEEDED \*\*|\bnaming to \S+ done\b/m
  return success.test(text) ? { passed: null, failed: 0 } : null
}

/** What compilers say of a file; they say nothing when all is well. */
function compiler(text: string): Counts | null {
  const errors =
    text.match(
      /^[^\s:]+:\d{1,9}:\d{1,9}: (?:fatal )?error\b|^error(?:\[E\d{4}\])?: |^[^\s:]+\.go:\d{1,9}:\d{1,9}: |\berror CS\d{4}:|^[^\s:]+\.java:\d{1,9}: error:|^e: \S|^# [\w.-]+\/\S*$/gm,
    )?.length ?? 0
  return errors > 0 ? { passed: null, failed: errors } : null
}

function last(text: string, pattern: RegExp): RegExpExecArray | null {
  let found: RegExpExecArray | null = null
  for (const match of text.matchAll(pattern)) found = match
  return found
}

function only(found: RegExpExecArray | null): Counts | null {
  return found && { passed: null, failed: Number(found[1]) }
}

/** All that ran first, then one or two counts of what failed among them. */
function ofAll(found: RegExpExecArray | null): Counts | null {
  if (!found) return null
  const failed = sum(found.slice(2))
  return { passed: Math.max(0, Number(found[1]) - failed), failed }
}

function numberIn(words: string, pattern: RegExp): number {
  return Number(pattern.exec(words)?.[1] ?? 0)
}

function sum(numbers: readonly (string | undefined)[]): number {
  return numbers.reduce((total, number) => total + Number(number ?? 0), 0)
}
