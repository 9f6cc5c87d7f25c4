import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { turnsOfParents } from '../log-lines/line-meaning.ts'
import {
  documentBytes,
  documentIn,
  instantOf,
  lineText,
  MessageClock,
  objectIn,
  otherEvent,
  timestampOf,
} from '../materialized/line.ts'
import { materializedReading } from '../materialized/reading.ts'
import type {
  Environment,
  FileForm,
  Materials,
  NeighbourState,
  Place,
  SourceReader,
  TranscriptFile,
} from '../reader.ts'
import { isObject, listAt, objectAt, type TranscriptRecord, wordsAt } from '../record.ts'
import { extensionPlaces, taskForm, taskMayHold } from '../task-folder/places.ts'
import { openTask, taskBeside } from '../task-folder/task.ts'
import { messageLines } from './session-lines.ts'

export const reader: SourceReader = {
  source: 'cline',
  places: environment =>
    extensionPlaces(environment, {
      variable: 'DAYBOOK_CLINE_ROOTS',
      extension: 'saoudrizwan.claude-dev',
      more: [dataFolder(environment)],
    }),
  formOf: clineForm,
  mayHold: (relative, place) => taskMayHold(relative, place) || /^sessions(?:\/[^/]+)?$/.test(relative),
  beside: file => (isSession(file.path) ? sessionBeside(file) : taskBeside(file)),
  materials: file => (isSession(file.path) ? openSession(file) : openTask('cline', file)),
  ...materializedReading,
  inherited: async files => turnsOfParents(files),
}

/** Where the client of the command line, and newer clients of all editors, keep their sessions. */
function dataFolder({ env, home }: Environment): string {
  return env.CLINE_DATA_DIR?.trim() || join(env.CLINE_DIR?.trim() || join(home, '.cline'), 'data')
}

function clineForm(relative: string, place: Place): FileForm | null {
  const isNewer = isSession(relative) && (place.explicit || /^sessions\/[^/]+\/[^/]+$/.test(relative))
  return isNewer ? 'material' : taskForm(relative, place)
}

function isSession(path: string): boolean {
  return path.endsWith(sessionEnding)
}

const sessionEnding = '.messages.json'

/** Opens a session as newer clients keep it: its messages in one document, what else is known of it in another. */
function openSession({ path }: TranscriptFile): Materials {
  const id = basename(path).slice(0, -sessionEnding.length)
  const bytes = documentBytes(path)
  const document = documentIn(bytes)
  const manifest = manifestBeside(path)
  const stamp = createHash('sha256').update(bytes).update(JSON.stringify(manifest)).digest('hex').slice(0, 32)
  // Sub-agents are in the folder of the session that started them.
  const excluded = id === basename(dirname(path)) || wordsAt(document, 'agent') === 'lead' ? null : 'subagent'
  return {
    conversations: [{ id, name: `${id}.jsonl`, stamp, excluded }],
    *lines(_conversation, seen) {
      seen?.(bytes)
      const messages = listAt(document, 'messages')
      const first = messages.find(isObject)
      const began = instantOf(first?.ts) ?? instantOf(manifest?.started_at)
      const parent = wordsAt(objectAt(objectAt(manifest ?? undefined, 'metadata'), 'fork'), 'forkedFromSessionId')
      yield lineText({
        kind: 'session',
        schema: 'daybook-transcript/1',
        source: 'cline',
        session_id: wordsAt(document, 'sessionId') ?? id,
        timestamp: timestampOf(began),
        cwd: wordsAt(manifest ?? undefined, 'workspace_root') ?? wordsAt(manifest ?? undefined, 'cwd') ?? null,
        title: wordsAt(objectAt(manifest ?? undefined, 'metadata'), 'title') ?? null,
        agent_version: null,
        ...(parent === undefined ? {} : { forked_from: parent }),
      })
      if (!Array.isArray(document.messages)) yield lineText(otherEvent(null, timestampOf(began), 'messages'))
      const clock = new MessageClock(began)
      for (const [at, message] of messages.entries()) {
        for (const line of messageLines(message, `${at + 1}`, clock)) yield lineText(line)
      }
    },
    close: () => {},
  }
}

/** The state of what else is known of a session. */
function sessionBeside({ path }: TranscriptFile): NeighbourState {
  const stat = statSync(manifestOf(path), { bigint: true, throwIfNoEntry: false })
  const mark = createHash('sha256').update(`${stat?.size} ${stat?.mtimeNs}`).digest('hex').slice(0, 16)
  return { mark, changedNs: stat?.mtimeNs ?? 0n }
}

function manifestOf(path: string): string {
  return join(dirname(path), `${basename(path).slice(0, -sessionEnding.length)}.json`)
}

function manifestBeside(path: string): TranscriptRecord | null {
  try {
    return objectIn(readFileSync(manifestOf(path), 'utf8'))
  } catch {
    return null
  }
}
