import { type Begins, type Given, nothingGiven, type RecordedLine, type Said } from '../conference/recording.ts'

/** One turn as it was recorded: how it began, all it was given, and what was said in it. */
export interface RecordedTurn extends Begins {
  turnId: string
  given: Given
  replies: { said: Said; prompt: { sha256: string; bytes: number } }[]
  /** How it ended; undefined when the process was killed before. */
  ended?: string
}

/** The turns of a round in the order they began. */
export function recordedTurns(lines: readonly RecordedLine[]): RecordedTurn[] {
  const turns = new Map<string, RecordedTurn>()
  for (const line of lines) {
    const before = turns.get(line.turnId)
    if ('begins' in line) {
      if (!before) turns.set(line.turnId, { ...line.begins, turnId: line.turnId, given: nothingGiven(), replies: [] })
      continue
    }
    if (!before) continue
    const given = joined(before.given, line.given)
    const replies = 'said' in line ? [...before.replies, { said: line.said, prompt: line.prompt }] : before.replies
    turns.set(line.turnId, { ...before, given, replies, ...('ends' in line && { ended: line.ends }) })
  }
  return [...turns.values()]
}

function joined(a: Given, b: Given): Given {
  return {
    random: [...a.random, ...b.random],
    registry: [...a.registry, ...b.registry],
    settings: [...a.settings, ...b.settings],
    tierSteps: [...a.tierSteps, ...b.tierSteps],
    issues: [...a.issues, ...b.issues],
    speakers: [...a.speakers, ...b.speakers],
  }
}
