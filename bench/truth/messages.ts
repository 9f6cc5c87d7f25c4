import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { SourceReader } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { type Judgement, type Label, shareOf, type TruthSet } from './field.ts'

/** Whether a person speaks on a line of a transcript. */
interface MessageLabel {
  transcript: string
  line: number
  isHuman: boolean
  text: string
}

/** How many of the messages of people begin a turn, and how many turns begin with something else. */
export async function judgeMessages({ reader, paths, labels }: TruthSet): Promise<Judgement | null> {
  const known = labels.flatMap(label => messageLabel(label) ?? [])
  if (known.length === 0) return null
  const misses: string[] = []
  const counts = { messages: 0, found: 0, turns: 0, false: 0 }
  for (const path of paths) {
    const own = known.filter(({ transcript }) => transcript === basename(path))
    if (own.length === 0) continue
    const starts = turnStarts(reader, path)
    counts.turns += starts.size
    for (const { transcript, line, isHuman, text } of own) {
      const isTurn = starts.has(line)
      if (isHuman) counts.messages++
      if (isHuman && isTurn) counts.found++
      if (!isHuman && isTurn) counts.false++
      if (isHuman !== isTurn) misses.push(`${transcript}:${line} ${isTurn ? 'no message' : 'message missed'}: ${text}`)
    }
  }
  return {
    basis: `${counts.messages} labelled messages and ${known.length - counts.messages} other rows among ${counts.turns} turns.`,
    measures: [
      { name: 'human messages found', share: shareOf(counts.found, counts.messages), target: 0.995 },
      { name: 'turns without a message', share: shareOf(counts.false, counts.turns), target: 0.002, isLimit: true },
    ],
    misses,
  }
}

function turnStarts(reader: SourceReader, path: string): Set<number> {
  const { turns } = scanChunks(reader, { relative: path, materialized: false }, [readFileSync(path)]).summary
  return new Set(turns.map(({ startLine }) => startLine))
}

/** Rows of `missed_human_message`, and of `turn_boundary` in all its samples, where the verdict says whose turn it is. */
function messageLabel({ field, verdict, cited, value, correct }: Label): MessageLabel | null {
  const isMissed = field === 'missed_human_message'
  if (!isMissed && !(typeof field === 'string' && field.startsWith('turn_boundary'))) return null
  const [{ transcript, lines }] = cited as [{ transcript: string; lines: string }]
  const isHuman = isMissed || verdict === 'right'
  return { transcript, line: Number.parseInt(lines, 10), isHuman, text: String(isMissed ? correct : value) }
}
