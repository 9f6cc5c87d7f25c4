import { createHash } from 'node:crypto'
import { documentBytes, documentIn, isTakenOver } from '../materialized/document.ts'
import { instantOf, lineText, type MaterialLine, MessageClock, otherEvent, timestampOf } from '../materialized/line.ts'
import type { Materials, TranscriptFile } from '../reader.ts'
import { isObject, listAt, type TranscriptRecord, wordsAt } from '../record.ts'
import { replayLog } from './mutation-log.ts'
import { requestLines } from './request-lines.ts'

/** Opens a chat, which is one document or the log of its changes. */
export function chatDocument(file: TranscriptFile, root: string | null): Materials {
  const bytes = documentBytes(file.path)
  const stem = file.relative.slice(file.relative.lastIndexOf('/') + 1).replace(/\.jsonl?$/, '')
  const { object, skipped } = file.path.endsWith('.jsonl')
    ? replayLog(bytes)
    : { object: documentIn(bytes), skipped: 0 }
  const stamp = createHash('sha256').update(bytes).update(`\n${root}`).digest('hex').slice(0, 32)
  return {
    conversations: isTakenOver(file.path) ? [] : [{ id: stem, name: `${stem}.jsonl`, stamp, excluded: null }],
    *lines(_conversation, seen) {
      seen?.(bytes)
      for (const line of chatLines(object, skipped, stem, root)) yield lineText(line)
    },
    close: () => {},
  }
}

function* chatLines(
  chat: TranscriptRecord,
  skipped: number,
  stem: string,
  root: string | null,
): Generator<MaterialLine> {
  const began = instantOf(chat.creationDate)
  yield {
    kind: 'session',
    schema: 'daybook-transcript/1',
    source: 'vscode-chat',
    session_id: wordsAt(chat, 'sessionId') ?? stem,
    timestamp: timestampOf(began),
    cwd: root,
    title: wordsAt(chat, 'customTitle') ?? null,
    agent_version: null,
  }
  const clock = new MessageClock(began)
  if (!Array.isArray(chat.requests)) yield otherEvent(null, timestampOf(began), 'requests')
  for (let i = 0; i < skipped; i++) yield otherEvent(null, null, 'entry')
  for (const [index, request] of listAt(chat, 'requests').entries()) {
    if (isObject(request)) yield* requestLines(request, `${index + 1}`, clock)
    else yield otherEvent(null, null, 'request')
  }
}
