import type { CompactRecord, OpenTranscript } from './transcript.ts'

export interface FoundLines {
  lines: number[]
  /** The last line looked at. */
  searched_to: number
  next_line: number | null
}

/** What one call looks through at most: whichever of the two comes first, but always a line. */
export interface Stretch {
  lines: number
  bytes: number
}

const oneCall: Stretch = { lines: 10_000, bytes: 16 * 1024 * 1024 }
const atATime: Stretch = { lines: 500, bytes: 1024 * 1024 }

/** The lines from one on whose compact text holds the words, until enough are found or enough was read. */
export async function searchLines(
  transcript: Pick<OpenTranscript, 'last' | 'compact' | 'offset'>,
  query: string,
  from: number,
  limit: number,
  most: Stretch = oneCall,
): Promise<FoundLines> {
  const words = query.toLowerCase()
  const end = endOf(transcript, from, most)
  const lines: number[] = []
  for (let start = from; start <= end; ) {
    const to = Math.min(end, endOf(transcript, start, atATime))
    for (const record of await transcript.compact(start, to)) {
      if (!textsOf(record).some(text => text.toLowerCase().includes(words))) continue
      lines.push(record.line)
      if (lines.length === limit) return found(record.line)
    }
    start = to + 1
  }
  return found(end)

  function found(searched_to: number): FoundLines {
    return { lines, searched_to, next_line: searched_to < transcript.last ? searched_to + 1 : null }
  }
}

/** Everything a compact line shows, piece by piece. */
function textsOf({ summary, text_preview, tool_uses, tool_results }: CompactRecord): string[] {
  return [
    summary,
    text_preview ?? '',
    ...tool_uses.flatMap(({ name, input_summary }) => [name, input_summary]),
    ...tool_results.flatMap(({ file_path, command, preview }) => [file_path ?? '', command ?? '', preview]),
  ]
}

function endOf({ last, offset }: Pick<OpenTranscript, 'last' | 'offset'>, from: number, most: Stretch): number {
  let end = Math.min(last, from)
  const limit = offset(from) + most.bytes
  while (end < last && end - from + 1 < most.lines && offset(end + 2) <= limit) end++
  return end
}
