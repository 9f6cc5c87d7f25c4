import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { namedPlaces } from '../discover.ts'
import { isTakenOver } from '../materialized/document.ts'
import { materializedReading } from '../materialized/reading.ts'
import type { Beside, FileForm, Place, Places, SourceReader, Surroundings, TranscriptFile } from '../reader.ts'
import { userFolder, workspaceRoot } from '../vscode-workspace.ts'
import { chatDocument } from './document.ts'

export const reader: SourceReader = {
  source: 'vscode-chat',
  places: chatPlaces,
  formOf: chatForm,
  mayHold: chatMayHold,
  beside: chatBeside,
  materials: file => chatDocument(file, rootOf(file)),
  ...materializedReading,
}

const editors = ['Code', 'Code - Insiders', 'VSCodium']

function chatPlaces(surroundings: Surroundings): Places {
  const places = editors.map(editor => ({ path: userFolder(surroundings, editor), explicit: false }))
  return namedPlaces(surroundings, 'DAYBOOK_VSCODE_ROOTS') ?? { disabled: false, places }
}

/** The chats of a workspace, and those of windows without one. */
function chatForm(relative: string, { path }: Place): FileForm | null {
  if (!/\.jsonl?$/.test(relative)) return null
  const folder = `${path}/${relative}`.split(/[\\/]/).at(-2) ?? ''
  return chatFolders.has(folder) ? 'material' : null
}

const chatFolders = new Set(['chatSessions', 'emptyWindowChatSessions'])

/** Beside the chats there is everything else an editor and its extensions keep. */
function chatMayHold(relative: string, { explicit }: Place): boolean {
  const [top, second, third, ...deeper] = relative.split('/')
  if (explicit) return !/(?:^|\/)(?:History|CachedData|logs|node_modules)(?:\/|$)/.test(relative)
  if (top === 'globalStorage') return third === undefined && (second === undefined || chatFolders.has(second))
  if (top !== 'workspaceStorage' || deeper.length > 0) return false
  return third === undefined || third === 'chatSessions'
}

/** `workspaceStorage/<id>/chatSessions/<session>` has its workspace two folders up. */
function rootOf({ path }: TranscriptFile): string | null {
  return workspaceRoot(dirname(dirname(path)))
}

function chatBeside(file: TranscriptFile): Beside {
  const state = `${rootOf(file)} ${isTakenOver(file.path)}`
  return { mark: createHash('sha256').update(state).digest('hex').slice(0, 16), changedNs: 0n }
}
