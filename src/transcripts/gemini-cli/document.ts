import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { decodeLine } from '../lines.ts'
import { instantOf, MessageClock, timestampOf } from '../materialized/clock.ts'
import { lineText, type MaterialLine, otherEvent } from '../materialized/line.ts'
import { type Materials, type TranscriptFile, Unreadable } from '../reader.ts'
import { isObject, listAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { geminiRoot } from './known-root.ts'
import { messageLines } from './message-lines.ts'
import { stemOf } from './paths.ts'

/** A larger document would take more memory than all other reading together. */
const largestDocument = 128 * 1024 * 1024

/** Opens a conversation that an old client wrote as one document. */
export function geminiDocument(file: TranscriptFile): Materials {
  const bytes = bytesOf(file.path)
  const stem = stemOf(file.relative)
  const document = parsed(bytes)
  const stamp = createHash('sha256')
    .update(bytes)
    .update(`\n${geminiRoot(file)}`)
    .digest('hex')
    .slice(0, 32)
  const excluded = document.kind === 'subagent' ? 'subagent' : null
  return {
    conversations: [{ id: stem, name: `${stem}.jsonl`, stamp, excluded }],
    *lines(_conversation, seen) {
      seen?.(bytes)
      for (const line of documentLines(document, stem)) yield lineText(line)
    },
    close: () => {},
  }
}

function bytesOf(path: string): Buffer {
  try {
    if (statSync(path).size > largestDocument) throw new Unreadable('the document is too large')
    return readFileSync(path)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('the file cannot be read', { cause: error })
  }
}

/** A document that is just being written is like one that cannot be read. */
function parsed(bytes: Buffer): TranscriptRecord {
  try {
    const value: unknown = JSON.parse(decodeLine(bytes, true))
    if (isObject(value)) return value
  } catch (error) {
    throw new Unreadable('the document is not whole', { cause: error })
  }
  throw new Unreadable('the document is not a conversation')
}

function* documentLines(document: TranscriptRecord, stem: string): Generator<MaterialLine> {
  const began = instantOf(textAt(document, 'startTime'))
  const [directory] = listAt(document, 'directories')
  yield {
    kind: 'session',
    schema: 'daybook-transcript/1',
    source: 'gemini-cli',
    session_id: wordsAt(document, 'sessionId') ?? stem,
    timestamp: timestampOf(began),
    cwd: typeof directory === 'string' && directory.trim() !== '' ? directory : null,
    title: wordsAt(document, 'summary') ?? null,
    agent_version: null,
  }
  const clock = new MessageClock(began)
  if (!Array.isArray(document.messages)) yield otherEvent(null, timestampOf(began), 'messages')
  for (const [index, message] of listAt(document, 'messages').entries()) {
    if (isObject(message)) yield* messageLines(message, `${index + 1}`, clock)
    else yield otherEvent(null, null, 'message')
  }
}
