import { familyOf } from './agents.ts'
import type { CallEvent, CallInput, ResultEvent, TurnEvent } from './event.ts'
import { fileEdits } from './file-edits.ts'
import { glanceAt, lastGlance } from './json-scan/scanned-record.ts'
import { decodeLine, joinedIn, type Line } from './lines.ts'
import type { SourceReader } from './reader.ts'
import type { TranscriptRecord } from './record.ts'
import { shortText } from './short-answer.ts'
import type { TurnSpan } from './source.ts'
import { commandLine, pathOf } from './tool-input.ts'

/** Something a line says that can be searched for. */
export interface Passage {
  role: 'user' | 'agent' | 'tool'
  text: string
  /** Of a call its tool and files, of an answer the call it belongs to. */
  tool: string | null
  files: string[]
  call: string | null
  /** The answer of a call that failed. */
  isError: boolean
}

/** Of a line longer than this, no answers of tools are searched: they are dumps. */
export const largestAnswer = 48 * 1024

/**
 * What a line says, by itself, so that a passage found once can be found again by its line and number. The words that
 * open a turn are not among it: only the scanner knows which these are.
 */
export function passagesOn(reader: SourceReader, line: Line): Passage[] {
  const record = recordOn(reader, line)
  if (!record) return []
  const events = reader.events(noTurn, [{ number: line.number, record }])
  const passages: Passage[] = []
  for (const event of events) {
    const passage = passageOf(event)
    if (passage && notBlank.test(passage.text)) passages.push(passage)
  }
  return passages
}

/** The words that open a turn. */
export function promptPassage(text: string): Passage {
  return plainPassage('user', clip(text, longestWords))
}

export const noTurn: TurnSpan = {
  startLine: 0,
  endLine: 0,
  startByte: 0,
  endByte: 0,
  echoLine: null,
  kind: 'message',
  text: '',
  at: 0,
  lastAt: 0,
  timeBasis: 'own',
  uuid: null,
  continued: false,
}

const notBlank = /\S/
const longestLine = 4 * 1024 * 1024
/** From here on lines were always read with all their answers; otherwise the passages of an index would get other numbers. */
const readWhole = 368_352
const longestWords = 64 * 1024
const longestCommand = 4000
const longestInput = 1000

/** The record as far as anything of it is searched; null for a line of which nothing is. */
function recordOn(reader: SourceReader, line: Line): TranscriptRecord | null {
  const { holder, bytes, number } = line
  if (!bytes || line.size === 0) return null
  const isLooked = reader.found && holder && line.size < readWhole
  const view = isLooked ? (lastGlance(line, 2) ?? glanceAt(line, holder, 2)) : 'unsure'
  if (view !== 'unsure') return view && (reader.found?.(view, line) ?? null)
  if (line.size > longestLine) return null
  return line.record() ?? joinedIn(decodeLine(bytes, number === 1))?.record ?? null
}

function passageOf(event: TurnEvent): Passage | null {
  switch (event.kind) {
    case 'user':
    case 'shell_note':
      return plainPassage('user', clip(event.text, longestWords))
    case 'text':
      return plainPassage('agent', clip(event.text, longestWords))
    case 'notice':
      return plainPassage('tool', clip(event.text, longestInput))
    case 'call':
      return callPassage(event)
    case 'result':
      return resultPassage(event)
    default:
      return null
  }
}

function plainPassage(role: Passage['role'], text: string): Passage {
  return { role, text, tool: null, files: [], call: null, isError: false }
}

function callPassage({ name, input, id }: CallEvent): Passage {
  const family = familyOf(name)
  const edits =
    family === 'edit' || family === 'shell' || name === 'apply_patch' ? fileEdits({ name, input }, null) : []
  const path = pathOf(input)
  const files = [...new Set([...(path === null ? [] : [path]), ...edits.map(edit => edit.path)])]
  const isPatch = edits.length > 0 && path === null
  const command = isPatch ? null : commandLine(input)
  const words = isPatch ? [] : wordsIn(input)
  const text = [name, ...(command === null ? [] : [clip(command, longestCommand)]), ...files, ...words].join('\n')
  return { role: 'tool', text, tool: name, files, call: id, isError: false }
}

/** What was asked of a tool in words; commands and files are named apart, and what is written into files is left out. */
function wordsIn(input: CallInput): string[] {
  const words: string[] = []
  for (const key in input) {
    const value = input[key]
    if (typeof value === 'string' && value !== '' && !unsearchedInputs.has(key)) words.push(clip(value, longestInput))
  }
  return words
}

const unsearchedInputs = new Set(
  `command cmd file_path filePath notebook_path target_file absolute_path path content old_string new_string old_str new_str
  new_source file_text patch patchText input text diff data code_edit`.split(/\s+/),
)

function resultPassage({ text, error, exit, id }: ResultEvent): Passage {
  const isError = error || (exit !== null && exit !== 0)
  return { role: 'tool', text: shortText(text), tool: null, files: [], call: id, isError }
}

function clip(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).toWellFormed()
}
