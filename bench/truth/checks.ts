import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { checkRuns } from '../../src/diary/extract/check-runs.ts'
import { toolRuns } from '../../src/diary/extract/tool-runs.ts'
import { parseLines } from '../../src/transcripts/lines.ts'
import type { SourceReader } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { type Judgement, type Label, shareOf, type TruthSet } from './field.ts'

/** What a person found of one run of a check. */
interface CheckLabel {
  transcript: string
  /** Of the call and of its result. */
  lines: [call: number, result: number]
  kind: string
  command: string
  /** `pass` and `fail` are verdicts; anything else says that there is none to be found. */
  truth: string
}

/** What Daybook says of a run. */
interface FoundCheck {
  line: number
  kind: string
  verdict: string
}

/** A label with what was found for it: a verdict, or `missed`. */
interface JudgedCheck extends CheckLabel {
  found: string
}

/** How many verdicts of checks are found, and how many of those that are given are right. */
export async function judgeCheckRuns({ reader, paths, labels }: TruthSet): Promise<Judgement | null> {
  const known = labels.filter(isCheckLabel)
  if (known.length === 0) return null
  const judged = paths.flatMap(path => {
    const ofFile = known.filter(({ transcript }) => transcript === basename(path))
    return ofFile.length > 0 ? judgeChecks(ofFile, checksIn(reader, path)) : []
  })
  const score = scoreChecks(judged)
  const states = ['pass', 'fail', 'unknown', 'not_run', 'missed'].map(
    state => `${judged.filter(({ found }) => found === state).length} ${state}`,
  )
  return {
    basis: `${judged.length} labelled runs of checks: ${score.recognised} recognised, ${score.judged} with a verdict (${states.join(', ')}).`,
    measures: [
      { name: 'recall of verdicts', share: score.recall, target: 0.95 },
      { name: 'precision of verdicts', share: score.precision, target: 0.99 },
    ],
    misses: judged
      .filter(each => each.found !== each.truth)
      .map(
        ({ transcript, lines, kind, command, truth, found }) =>
          `${transcript}:${lines[0]} ${kind} ${truth}, said ${found}: ${command}`,
      ),
  }
}

function isCheckLabel(label: Label): label is Label & CheckLabel {
  return typeof label.truth === 'string' && Array.isArray(label.lines)
}

/** Every check of a transcript, in order. */
function checksIn(reader: SourceReader, path: string): FoundCheck[] {
  const bytes = readFileSync(path)
  const { turns } = scanChunks(reader, { relative: path, materialized: false }, [bytes]).summary
  const lines = parseLines(bytes)
  return turns.flatMap(turn => {
    const events = reader.events(turn, lines.slice(turn.startLine - 1, turn.endLine))
    return checkRuns(toolRuns(events)).map(({ lines: [line = 0], kind, verdict }) => ({ line, kind, verdict }))
  })
}

/** Each label with what was found on its line; labels count type checkers among linters or builds. */
function judgeChecks(labels: readonly CheckLabel[], found: readonly FoundCheck[]): JudgedCheck[] {
  const left = new Set(found)
  return labels.map(label => {
    const onLine = [...left].filter(({ line }) => line === label.lines[0])
    const match = onLine.find(({ kind }) => kind === label.kind) ?? onLine.find(({ kind }) => kind === 'typecheck')
    if (match) left.delete(match)
    return { ...label, found: match?.verdict ?? 'missed' }
  })
}

/** Recall of the verdicts that could be found, and how many of those that were given are right. */
function scoreChecks(judged: readonly JudgedCheck[]) {
  const isVerdict = (word: string) => word === 'pass' || word === 'fail'
  const given = judged.filter(({ found }) => isVerdict(found))
  const right = given.filter(({ found, truth }) => found === truth).length
  const findable = judged.filter(({ truth }) => isVerdict(truth)).length
  return {
    recognised: judged.filter(({ found }) => found !== 'missed').length,
    judged: given.length,
    recall: shareOf(right, findable),
    precision: shareOf(right, given.length),
  }
}
