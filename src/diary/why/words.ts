import { redactSecrets } from '../../evidence/secrets.ts'
import { formatInstant } from '../../kernel/instants.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import type { Archive } from '../archive/archive.ts'
import type { StoredTurn } from '../edits/edit-index.ts'
import { cut } from '../extract/text.ts'
import { triggerType } from '../extract/trigger.ts'
import type { IndexCache } from '../prepare/index/cache.ts'
import { type Located, readTranscript } from '../prepare/transcript-bytes.ts'
import { SpanHasher } from '../workspace/line-spans.ts'
import type { PersonsWords } from './schema.ts'

const longestQuote = 1200
/** How far back the words are looked for that a "go on" goes on with. */
const mostBack = 12

type Turns = ReturnType<IndexCache['turns']>

/** The words that began a turn; where they only say "go on", those before that say with what, in their order. */
export async function wordsOf(
  cache: IndexCache,
  archive: Archive | null,
  key: string,
  { number }: Pick<StoredTurn, 'number'>,
): Promise<PersonsWords[]> {
  const transcript = cache.transcript(key)
  if (!transcript) return []
  const turns = cache.turns(key)
  const wanted = [number]
  for (let at = number; at > 0 && number - at < mostBack && isGoingOn(turns, at); at--) wanted[1] = at - 1
  return Promise.all(
    wanted
      .sort((a, b) => a - b)
      .flatMap(at => {
        const turn = turns[at]
        return turn ? [quoteTurn(transcript, archive, turn)] : []
      }),
  )
}

function isGoingOn(turns: Turns, at: number): boolean {
  const turn = turns[at]
  if (!turn) return false
  const type = triggerType(turn.text, { first_in_file: at === 0, previous_interrupted: false, trigger_kind: turn.kind })
  return type === 'resume_or_continue' || type === 'user_approval' || type === 'implicit_context'
}

async function quoteTurn(transcript: Located, archive: Archive | null, turn: Turns[number]): Promise<PersonsWords> {
  const { line, byte } = turn.said ?? { line: turn.startLine, byte: turn.startByte }
  return {
    text: cut(redactSecrets(turn.text.toWellFormed().trim()), longestQuote),
    at: formatInstant(turn.at),
    lines: `${line}-${line}`,
    sha256: await firstLineHash(transcript, archive, byte, turn.endByte),
  }
}

/** The hash of the line at an offset; null where it cannot be read. */
async function firstLineHash(
  transcript: Located,
  archive: Archive | null,
  from: number,
  to: number,
): Promise<string | null> {
  const hasher = new SpanHasher()
  let isOver = false
  try {
    const take = (chunk: Buffer) => {
      if (isOver) return
      const end = chunk.indexOf(0x0a)
      isOver = end >= 0
      hasher.push(isOver ? chunk.subarray(0, end) : chunk)
    }
    for (let at = from; at < to && !isOver; at += stretch) {
      const part = { ...transcript, size: Math.min(at + stretch, to) }
      await readTranscript(transcript.form === 'lines' && !transcript.archived ? part : transcript, archive, take, at)
    }
    return hasher.digest()
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** Words are short; only of long ones is more read than this. */
const stretch = 64 * 1024
