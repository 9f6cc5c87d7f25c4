import { setImmediate as letOthersRun } from 'node:timers/promises'
import { z } from 'zod'
import { secretKinds } from '../../evidence/secrets.ts'
import { decodeLine, type Line, LineSplitter } from '../../transcripts/lines.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import type { Archive } from '../archive/archive.ts'
import { diaryOperation } from '../context.ts'
import type { IndexedTranscript } from '../prepare/index/transcript-row.ts'
import { withIndex } from '../prepare/open-index.ts'
import { type OnProgress, PhaseProgress } from '../prepare/progress.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'

const SecretSearch = z.object({
  transcripts: z.int(),
  unreadable: z.int(),
  lines: z.int(),
  oversized_lines: z.int().describe('Lines that are too long to be looked at'),
  places: z.array(
    z.object({
      source: z.string(),
      session_id: z.string(),
      archived: z.boolean().describe('The file is gone; only the archive holds it'),
      kind: z.string(),
      lines: z.array(z.int()).describe('The first 20'),
      line_count: z.int(),
    }),
  ),
})
type SecretSearch = z.output<typeof SecretSearch>

export const diarySecrets = diaryOperation({
  name: 'diary_secrets',
  summary: 'Where transcripts and the archive hold what looks like a secret: session, line and kind, never the value.',
  effect: 'change',
  audience: 'people',
  input: z.strictObject({}),
  result: SecretSearch.shape,
  async run(_, ctx) {
    const { onProgress: progress = () => {} } = ctx.call
    return withIndex(ctx, async ({ cache, archive, update }) => {
      await update(progress)
      return lookForSecrets(cache.transcripts(), archive, progress)
    })
  },
})

/** At most this many lines of a place are named. */
const maxLines = 20

/** Says where transcripts hold secrets and their kinds, never the secrets themselves. */
async function lookForSecrets(
  transcripts: readonly IndexedTranscript[],
  archive: Archive | null,
  progress: OnProgress,
): Promise<SecretSearch> {
  const bytes = transcripts.reduce((sum, { size }) => sum + size, 0)
  const phase = new PhaseProgress(progress, 'secrets', transcripts.length, bytes)
  const search: SecretSearch = { transcripts: 0, unreadable: 0, lines: 0, oversized_lines: 0, places: [] }
  for (const transcript of transcripts) {
    try {
      const { byKind, lines, oversized } = await lookThrough(transcript, archive)
      const { source, sessionId: session_id, archived } = transcript
      search.transcripts++
      search.lines += lines
      search.oversized_lines += oversized
      for (const [kind, numbers] of byKind) {
        const line_count = numbers.length
        search.places.push({ source, session_id, archived, kind, lines: numbers.slice(0, maxLines), line_count })
      }
    } catch (error) {
      // It changed or went while we looked.
      if (!(error instanceof Unreadable)) throw error
      search.unreadable++
    }
    phase.file(transcript.size)
  }
  return search
}

async function lookThrough(transcript: IndexedTranscript, archive: Archive | null) {
  const byKind = new Map<string, number[]>()
  let lines = 0
  let oversized = 0
  const splitter = new LineSplitter((line: Line) => {
    lines++
    if (!line.bytes) oversized++
    const text = line.bytes ? textOfRecord(decodeLine(line.bytes, line.number === 1)) : ''
    for (const kind of secretKinds(text)) {
      const known = byKind.get(kind)
      if (known) known.push(line.number)
      else byKind.set(kind, [line.number])
    }
  })
  await readInStretches(transcript, archive, chunk => splitter.push(chunk))
  splitter.end()
  return { byKind, lines, oversized }
}

/** A server answers others between two stretches. */
async function readInStretches(
  transcript: IndexedTranscript,
  archive: Archive | null,
  take: (chunk: Buffer) => void,
): Promise<void> {
  const { archived, form, key, size } = transcript
  if (archived && archive) {
    for (const chunk of archive.chunks(key)) {
      take(chunk)
      await letOthersRun()
    }
    return
  }
  // Only a file of lines can be read from its middle.
  const step = form === 'lines' ? stretch : size
  for (let from = 0; from < size; from += step) {
    await readTranscript({ ...transcript, size: Math.min(from + step, size) }, archive, take, from)
    await letOthersRun()
  }
}

const stretch = 256 * 1024

/** Longer values say by themselves what they are. */
const longestValue = 300

/**
 * The texts of a line of a transcript as they were before JSON escaped them, one below the other. A short value keeps
 * its name, because often only the name shows that it is a secret.
 */
export function textOfRecord(line: string): string {
  let record: unknown
  try {
    record = JSON.parse(line)
  } catch {
    return line
  }
  const texts: string[] = []
  const open: Array<{ name: string; value: unknown }> = [{ name: '', value: record }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { name, value } = next
    if (typeof value === 'string') texts.push(isNamed(name, value) ? `${name}="${value}"` : value)
    else if (Array.isArray(value)) for (const each of value) open.push({ name, value: each })
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) open.push({ name: key, value: each })
    }
  }
  return texts.join('\n')
}

function isNamed(name: string, value: string): boolean {
  return name !== '' && value.length <= longestValue && !/[\s"]/.test(value)
}
