import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { itemsIn } from '../../kernel/json.ts'
import type { Agent } from '../agent.ts'
import {
  documentBytes,
  instantOf,
  lineText,
  listIn,
  type MaterialLine,
  MessageClock,
  objectIn,
  timestampOf,
} from '../materialized/line.ts'
import { materializedReading } from '../materialized/reading.ts'
import type { Materials, NeighbourState, SourceReader, TranscriptFile } from '../reader.ts'
import { isObject, listAt, type TranscriptRecord, textAt, textsOf, wordsAt } from '../record.ts'
import { Answers } from './answers.ts'
import { messageLines } from './message-lines.ts'
import { extensionPlaces, taskForm, taskMayHold } from './places.ts'
import { modelsOf } from './request-lines.ts'

/** The files beside the messages of a task, and the list of all tasks. */
const conversationName = 'api_conversation_history.json'
const metadataName = 'task_metadata.json'
const itemName = 'history_item.json'
const historyName = join('state', 'taskHistory.json')

/** The reader of an extension that keeps nothing but tasks; `extension` is its name in the editor. */
export function taskReader({ source, rootsVariable: variable }: Agent, extension: string): SourceReader {
  return {
    source,
    places: environment => extensionPlaces(environment, { variable, extension }),
    formOf: taskForm,
    mayHold: taskMayHold,
    beside: taskBeside,
    materials: file => openTask(source, file),
    ...materializedReading,
  }
}

/** Opens a task, which is a folder of JSON files; discovery finds the file of its messages. */
export function openTask(source: string, { path }: TranscriptFile): Materials {
  const folder = dirname(path)
  const id = basename(folder)
  const bytes = documentBytes(path)
  const messages = listIn(bytes)
  const conversationText = textBeside(path, conversationName)
  const conversation = listInText(conversationText)
  const metadataText = textBeside(path, metadataName)
  const item = objectIn(textBeside(path, itemName)) ?? historyItem(path, id)
  const cwd = folderOf(item) ?? folderIn(messages, conversation)
  const stamp = createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([conversationText, metadataText, item, cwd]))
  // A task that another task began is the work of a sub-agent.
  const excluded = wordsAt(item ?? undefined, 'parentTaskId') === undefined ? null : 'subagent'
  return {
    conversations: [{ id, name: `${id}.jsonl`, stamp: stamp.digest('hex').slice(0, 32), excluded }],
    *lines(_conversation, seen) {
      seen?.(bytes)
      seen?.(conversationText)
      const first = messages.find(isObject)
      const began = instantOf(first?.ts)
      const session: MaterialLine = {
        kind: 'session',
        schema: 'daybook-transcript/1',
        source,
        session_id: id,
        timestamp: timestampOf(began),
        cwd,
        title: wordsAt(item ?? undefined, 'task') ?? null,
        agent_version: null,
      }
      yield lineText(session)
      const answers = new Answers(conversation)
      const models = modelsOf(objectIn(metadataText), conversation)
      for (const line of messageLines({ messages, answers, models }, new MessageClock(began))) yield lineText(line)
    },
    close: () => {},
  }
}

/** The state of the documents beside the messages of a task. */
export function taskBeside({ path }: TranscriptFile): NeighbourState {
  const hash = createHash('sha256')
  let changedNs = 0n
  for (const name of [conversationName, metadataName, itemName]) {
    const stat = statSync(join(dirname(path), name), { bigint: true, throwIfNoEntry: false })
    hash.update(`${name} ${stat?.size} ${stat?.mtimeNs}\n`)
    if (stat && stat.mtimeNs > changedNs) changedNs = stat.mtimeNs
  }
  return { mark: hash.digest('hex').slice(0, 16), changedNs }
}

function textBeside(path: string, name: string): string {
  try {
    return readFileSync(join(dirname(path), name), 'utf8')
  } catch {
    return ''
  }
}

/** A file that is just being written cannot be parsed and counts as empty; the messages alone hold most of the work. */
function listInText(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return itemsIn(value)
  } catch {
    return []
  }
}

/** `<storage>/tasks/<task>/…` has the list of all tasks in `<storage>/state`. */
function historyItem(path: string, id: string): TranscriptRecord | null {
  const storage = dirname(dirname(dirname(path)))
  const items = listInText(textBeside(join(storage, historyName), basename(historyName)))
  return items.filter(isObject).find(item => item.id === id) ?? null
}

function folderOf(item: TranscriptRecord | null): string | null {
  return wordsAt(item ?? undefined, 'cwdOnTaskInitialization') ?? wordsAt(item ?? undefined, 'workspace') ?? null
}

/** The folder named to the model in the first request. */
function folderIn(messages: readonly unknown[], conversation: readonly unknown[]): string | null {
  const [first] = conversation.filter(isObject)
  const request = messages.filter(isObject).find(message => message.say === 'api_req_started')
  const texts = [
    ...textsOf(listAt(first, 'content')),
    textAt(objectIn(textAt(request, 'text')) ?? undefined, 'request') ?? '',
  ]
  for (const text of texts) {
    const folder = directoryIn(text)
    if (folder !== null) return folder
  }
  return null
}

const directoryMarks = ['# Current Working Directory (', '# Current Workspace Directory (']

/** The last `# Current Working Directory (/home/al/app) Files`: what the client adds follows what the user said. */
function directoryIn(text: string): string | null {
  for (const line of text.split('\n').reverse()) {
    const mark = directoryMarks.find(each => line.startsWith(each))
    if (mark !== undefined && line.endsWith(') Files')) return line.slice(mark.length, -') Files'.length).trim() || null
  }
  return null
}
