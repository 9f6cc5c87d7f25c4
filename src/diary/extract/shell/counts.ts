import { stripVTControlCharacters } from 'node:util'
import { buildCounts, compilerCounts } from './build-counts.ts'
import type { Counts, ReadCounts } from './found-counts.ts'
import { goCounts, testCounts } from './test-counts.ts'
import { lintCounts, typeCounts } from './tool-counts.ts'

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
  // Task runners write the name of the task before each line of its output.
  const text = stripVTControlCharacters(output).replace(/^\[[a-z][\w:.-]*\] /gm, '')
  let fine: { counts: Counts; subject: Subject } | null = null
  for (const { subject, read } of runners) {
    const isAsked: boolean = fine ? fine.subject === subject && !isLoose(read) : subjects.includes(subject)
    const counts: Counts | null = isAsked ? read(text) : null
    if (counts && counts.failed > 0) return counts
    if (counts) fine ??= { counts, subject }
  }
  return fine?.counts ?? null
}

/** Whether an output that names no failure shows that nothing was tested, so that nothing passed either. */
export function testedNothing(output: string, counts: Counts | null): boolean {
  if (counts) return counts.passed === 0 && counts.failed === 0
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter(line => line.trim() !== '')
  const told = /^\W{0,6}(?:no tests? (?:executed|found|ran|were run|to run|files? found)|ran 0 tests|0 tests)\b/i
  return lines.length > 0 && (lines.some(line => told.test(line)) || lines.every(isGoWithoutTests))
}

function isGoWithoutTests(line: string): boolean {
  return /^(?:\[[\w:.-]{1,40}\] )?(?:\?[ \t]|ok[ \t])/.test(line) && /\[no test(?:s to run| files)\]$/.test(line)
}

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
