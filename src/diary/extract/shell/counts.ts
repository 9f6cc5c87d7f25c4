import { stripVTControlCharacters } from 'node:util'
import { sum } from '../../../kernel/numbers.ts'
import type { Counts, ReadCounts } from './found-counts.ts'
import { programName } from './programs.ts'
import { goCounts, ownTestReaders, testCounts } from './test-counts.ts'
import { buildCounts, compilerCounts, lintCounts, ownLintReaders, ownTypeReaders, typeCounts } from './tool-counts.ts'

/** What a runner's words speak of. */
export type Subject = 'tests' | 'lint' | 'types' | 'build'

/**
 * The counts in an output, by the first runner whose words are found. Where several count the same thing, as in a
 * workspace whose packages are tested differently, one that found a failure goes before.
 */
export function countsIn(
  output: string,
  subjects: readonly Subject[] = ['tests', 'lint', 'types', 'build'],
): Counts | null {
  const text = plainOutput(output)
  let fine: { counts: Counts; subject: Subject } | null = null
  for (const { subject, read } of runners) {
    const isAsked: boolean = fine ? fine.subject === subject && !isLoose(read) : subjects.includes(subject)
    const counts: Counts | null = isAsked ? read(text) : null
    if (counts && counts.failed > 0) return counts
    if (counts) fine ??= { counts, subject }
  }
  return fine?.counts ?? null
}

/**
 * The counts in the last lines of an output whose runner is not known, as nearly all of them write a summary: `3 failed,
 * 9 passed`, `Errors: 0, Warnings: 2`, or one count to a line. A line counts if it begins with a count.
 */
export function summaryIn(output: string): Counts | null {
  const lines = lastLines(plainOutput(output))
  const rows = lines.flatMap(line => rowOf(line) ?? [])
  return lines.map(countsOfLine).findLast(counts => counts !== null) ?? (rows.length > 1 ? countsFrom(rows) : null)
}

/** An output without colours and the names of tasks; a call is asked for the counts of several kinds in a row. */
function plainOutput(output: string): string {
  if (output !== asked) plain = stripVTControlCharacters(output).replace(taskPrefix, '')
  asked = output
  return plain
}

let [asked, plain] = ['', '']

/** The last lines that say something, trimmed. */
function lastLines(text: string): string[] {
  const lines: string[] = []
  for (let end = text.length; end >= 0 && lines.length < summaryLines; ) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1
    const line = text.slice(start, end).trim()
    if (line !== '') lines.unshift(line)
    end = start - 1
  }
  return lines
}

/** Below its summary a runner may say how long it took, and where its report is. */
const summaryLines = 8

/** How many there are of something. */
interface Count {
  word: string
  count: number
}

function countsOfLine(line: string): Counts | null {
  // What was mended or let pass is counted in the same words.
  if (line.length > 200 || /\b(?:fixed|corrected|fixable|suppressed|baseline|retr(?:y|ies)|expected)\b/i.test(line))
    return null
  const words = line.replace(/^[^\p{L}\d]+/u, '')
  const behind = words.replace(/^(?:[^:!\d][^:!]{0,60}[:!]\s{1,9}(?=\d)|(?:found|total|info|error|tests?)\b:? *)/i, '')
  return (behind === words ? null : countsAtStart(behind)) ?? countsAtStart(words)
}

function countsAtStart(words: string): Counts | null {
  const pairs = [...words.matchAll(countPair)]
  if (pairs.length === 0 || pairs[0]?.index !== 0) return null
  return countsFrom(
    pairs.flatMap(([, before, of, after, word, number, outOf]) => {
      const told = (after ?? word ?? '').toLowerCase()
      const [count, all] = [Number(before ?? number), of ?? outOf]
      // `PASS: 12/13`, `12/13 passed`.
      const rest = all !== undefined && goodWords.test(told) ? Number(all) - count : 0
      return [
        { word: told, count },
        { word: 'failed', count: Math.max(0, rest) },
      ].slice(0, all === undefined ? 1 : 2)
    }),
  )
}

/** `3 failed`, `2/9 tests failed`, `12 suites passed`; `Failed: 3`, `PASS: 12/12`. */
const countPair =
  /(?<![\w.])(\d{1,9})(?:\/(\d{1,9}))? (?:(?:tests?|suites?|specs?|cases?|checks?|modules?|files?) )?([a-z]{1,20})(?:\(s\))?|\b([a-z]{1,20})[:=] *(\d{1,9})(?:\/(\d{1,9}))?(?![\w.])/gi

/** `failed     1`, a line of a table. */
function rowOf(line: string): Count | null {
  const [, word = '', count = ''] =
    /^[^\p{L}\d]{0,4}([a-z]{2,20})(?: tests?)?[ \t]{0,4}:?[ \t]{1,40}(\d{1,9})$/iu.exec(line) ?? []
  return count === '' ? null : { word: word.toLowerCase(), count: Number(count) }
}

/** Null where the numbers leave it open, such as those of warnings: each tool decides for itself whether they fail. */
function countsFrom(counted: readonly Count[]): Counts | null {
  const ofWords = (pattern: RegExp) => counted.filter(({ word }) => pattern.test(word)).map(({ count }) => count)
  const [bad, good, open] = [ofWords(badWords), ofWords(goodWords), ofWords(openWords)]
  const [failed, passed] = [sum(bad), good.length > 0 ? sum(good) : null]
  if (failed > 0) return { passed, failed }
  return bad.length > 0 && sum(open) === 0 && passed !== 0 ? { passed, failed: 0 } : null
}

const badWords =
  /^(?:fail(?:s|ed|ing|ures?)?|errors?|errored|problems?|violations?|offenses?|invalid|broken|crashed|exceptions?)$/
const goodWords = /^(?:pass(?:es|ed|ing)?|ok|success(?:es|ful)?|succeeded|valid)$/
const openWords =
  /^(?:warnings?|issues?|findings?|hints?|timeouts?|cancelled|canceled|aborted|unknown|unresolved|undefined|pending)$/

/** `0 findings.`, `no dependency violations found`, after which nothing is counted. */
export function findsNothing(output: string): boolean {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(-summaryLines)
  const nothing =
    /^(?:[^\n:]{0,80}: {1,4})?[^\p{L}\d\n]{0,6}(?:no|0) (?:[a-z]{1,20} ){0,2}(?:errors?|issues?|problems?|violations?|findings?|offenses?|warnings?)(?: (?:were )?(?:found|detected|reported))?[.!]?(?: \([^)\n]{0,120}\))?$/iu
  return lines.length > 0 && nothing.test(lines.at(-1)?.trim() ?? '')
}

/** Task runners write the name of the task before each line of its output: mise, turbo, `pnpm -r`, concurrently, compose. */
const taskPrefix =
  /^(?:\[(?!(?:success|error)\])(?:[a-z][\w:.-]*|\d{1,3})\] |\[@?[\w./-]{1,80}\]: |@?[\w./-]{1,80}:[a-z][\w:-]{0,40}: |@?[\w./-]{1,80} (?:test|lint|build|typecheck|check)[\w:-]{0,40}: |[\w.-]{1,60}-\d{1,3} {1,40}\| )/gm

/** Whether an output that names no failure shows that nothing was tested, so that nothing passed either. */
export function testedNothing(output: string, counts: Counts | null): boolean {
  if (counts && (counts.passed !== null || counts.failed > 0)) return counts.passed === 0 && counts.failed === 0
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map(line => line.replace(/^\[INFO\] /, ''))
    .filter(line => line.trim() !== '')
  const told =
    /^\W{0,6}(?:(?:INFO|Error:) {1,4})?(?:(?:there are )?no tests? (?:executed|found|ran|were (?:run|found)|to run|files? found|matches|is available)|ran 0 tests|0 tests)\b/i
  return lines.length > 0 && (lines.some(line => told.test(line)) || lines.every(isGoWithoutTests))
}

function isGoWithoutTests(line: string): boolean {
  return /^(?:\[[\w:.-]{1,40}\] )?(?:\?[ \t]|ok[ \t])/.test(line) && /\[no test(?:s to run| files)\]$/.test(line)
}

/** How the output of a program is read that several programs of its kind may have written into. */
export function ownReader(values: readonly string[]): ReadCounts | null {
  const [program = '', subcommand = ''] = values
  const name = programName(program)
  return ownReaders.get(`${name} ${subcommand}`) ?? ownReaders.get(name) ?? null
}

const ownReaders: ReadonlyMap<string, ReadCounts> = new Map([...ownTestReaders, ...ownLintReaders, ...ownTypeReaders])

interface Runner {
  subject: Subject
  read: ReadCounts
}

const runners: readonly Runner[] = [
  ...of('tests', testCounts),
  ...of('types', typeCounts),
  ...of('lint', lintCounts),
  ...of('tests', [goCounts]),
  ...of('build', [buildCounts]),
  ...of('types', [compilerCounts]),
]

function of(subject: Subject, readers: readonly ReadCounts[]): Runner[] {
  return readers.map(read => ({ subject, read }))
}

/** Their words are few, and others print them too. */
function isLoose(read: ReadCounts): boolean {
  return read === goCounts || read === compilerCounts
}
