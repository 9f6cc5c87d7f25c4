import { stripVTControlCharacters } from 'node:util'

/** What the output of a run says it counted. */
export interface Counts {
  passed: number | null
  failed: number
}

/** What a runner's words speak of. */
export type Subject = 'tests' | 'problems' | 'build'

/** The counts in an output, by the first runner whose words are found. */
export function countsIn(output: string, subjects: readonly Subject[] = ['tests', 'problems', 'build']): Counts | null {
  const text = stripVTControlCharacters(output)
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
  { subject: 'tests', read: maven },
  { subject: 'tests', read: nodeTest },
  { subject: 'tests', read: mocha },
  { subject: 'tests', read: rspec },
  { subject: 'tests', read: dotnet },
  { subject: 'problems', read: text => only(last(text, /✖ \d+ problems? \((\d{1,9}) errors?,/g)) },
  { subject: 'problems', read: typescript },
  { subject: 'tests', read: go },
  { subject: 'build', read: build },
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
  return { passed: sum(results.map(([, passed]) => passed)), failed: sum(results.map(([, , failed]) => failed)) }
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

function rspec(text: string): Counts | null {
  const found = last(text, /\b(\d{1,9}) examples?, (\d{1,9}) failures?\b/g)
  if (!found) return null
  const failed = Number(found[2])
  return { passed: Math.max(0, Number(found[1]) - failed), failed }
}

function dotnet(text: string): Counts | null {
  const found = last(text, /\bFailed: {1,9}(\d{1,9}), Passed: {1,9}(\d{1,9})\b/g)
  return found && { passed: Number(found[2]), failed: Number(found[1]) }
}

function typescript(text: string): Counts | null {
  const found = only(last(text, /\bFound (\d{1,9}) errors?\b/g))
  if (found) return found
  const errors = text.match(/\berror TS\d+:/g)?.length ?? 0
  return errors > 0 ? { passed: null, failed: errors } : null
}

function go(text: string): Counts | null {
  const failed = text.match(/--- FAIL\b/g)?.length ?? (/^FAIL\b/m.test(text) ? 1 : 0)
  if (failed > 0) return { passed: null, failed }
  return /^ok[ \t]+\S+[ \t]+(?:[\d.]+s\b|\(cached\))/m.test(text) ? { passed: null, failed: 0 } : null
}

function build(text: string): Counts | null {
  const failure = /\bBUILD FAIL(?:ED|URE)\b|\bmake(?:\[\d+\])?: \*\*\*|\berror: could not compile\b/
  if (failure.test(text)) return { passed: null, failed: 1 }
  return /\bBUILD SUCCESS(?:FUL)?\b/.test(text) ? { passed: null, failed: 0 } : null
}

function last(text: string, pattern: RegExp): RegExpExecArray | null {
  let found: RegExpExecArray | null = null
  for (const match of text.matchAll(pattern)) found = match
  return found
}

function only(found: RegExpExecArray | null): Counts | null {
  return found && { passed: null, failed: Number(found[1]) }
}

function numberIn(words: string, pattern: RegExp): number {
  return Number(pattern.exec(words)?.[1] ?? 0)
}

function sum(numbers: readonly (string | undefined)[]): number {
  return numbers.reduce((total, number) => total + Number(number ?? 0), 0)
}
