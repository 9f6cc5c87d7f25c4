import { readFileSync } from 'node:fs'
import { checkRuns } from '../../src/diary/extract/check-runs.ts'
import { toolRuns } from '../../src/diary/extract/tool-runs.ts'
import type { SourceReader } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { linesOf } from '../../test/transcripts/scanning.ts'

/** What a person found of one run of a check. */
export interface CheckLabel {
  transcript: string
  /** Of the call and of its result. */
  lines: [call: number, result: number]
  kind: string
  command: string
  /** `pass` and `fail` are verdicts; anything else says that there is none to be found. */
  truth: string
}

export function isCheckLabel(row: unknown): row is CheckLabel {
  return typeof row === 'object' && row !== null && 'truth' in row
}

/** What Daybook says of a run. */
export interface FoundCheck {
  line: number
  kind: string
  verdict: string
}

/** A label with what was found for it: a verdict, or `missed`. */
export interface JudgedCheck extends CheckLabel {
  found: string
}

/** Every check of a transcript, in order. */
export function checksIn(reader: SourceReader, path: string): FoundCheck[] {
  const bytes = readFileSync(path)
  const { turns } = scanChunks(reader, { relative: path, materialized: false }, [bytes]).summary
  const lines = linesOf(bytes)
  return turns.flatMap(turn => {
    const events = reader.events(turn, lines.slice(turn.startLine - 1, turn.endLine))
    return checkRuns(toolRuns(events)).map(({ lines: [line = 0], kind, verdict }) => ({ line, kind, verdict }))
  })
}

/** Each label with what was found on its line; labels count type checkers among linters or builds. */
export function judgeChecks(labels: readonly CheckLabel[], found: readonly FoundCheck[]): JudgedCheck[] {
  const left = new Set(found)
  return labels.map(label => {
    const onLine = [...left].filter(({ line }) => line === label.lines[0])
    const match = onLine.find(({ kind }) => kind === label.kind) ?? onLine.find(({ kind }) => kind === 'typecheck')
    if (match) left.delete(match)
    return { ...label, found: match?.verdict ?? 'missed' }
  })
}

/** Recall of the verdicts that could be found, and how many of those that were given are right. */
export function scoreChecks(judged: readonly JudgedCheck[]) {
  const isVerdict = (word: string) => word === 'pass' || word === 'fail'
  const given = judged.filter(({ found }) => isVerdict(found))
  const right = given.filter(({ found, truth }) => found === truth).length
  const findable = judged.filter(({ truth }) => isVerdict(truth)).length
  return {
    recognised: judged.filter(({ found }) => found !== 'missed').length,
    judged: given.length,
    recall: findable === 0 ? 1 : right / findable,
    precision: given.length === 0 ? 1 : right / given.length,
  }
}
