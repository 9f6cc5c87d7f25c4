import { basename, join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import { logReading } from '../log-lines/reading.ts'
import { LogScanner } from '../log-lines/scanner.ts'
import { mixedReading } from '../materialized/mixed-reading.ts'
import { MaterializedScanner } from '../materialized/scanner.ts'
import type { FileForm, ForkCandidate, Place, Places, SourceReader, Surroundings } from '../reader.ts'
import { userFolder } from '../vscode-workspace.ts'
import { agentMessages, projectOf, transcriptFormat } from './agent-transcript.ts'
import { cursorStore } from './store.ts'
import { WorkspaceRoots, workspacesBeside } from './workspaces.ts'

const roots = new WorkspaceRoots()

export const reader: SourceReader = {
  source: 'cursor',
  places: cursorPlaces,
  formOf: cursorForm,
  mayHold: cursorMayHold,
  beside: file => (file.form === 'material' ? workspacesBeside(file) : null),
  materials: (file, only) => cursorStore(file, roots.beside(file), only),
  knownRoot: file => (file.form === 'lines' ? projectOf(file.path) : null),
  scanner: (file, from) =>
    file.materialized
      ? new MaterializedScanner(file, from)
      : new LogScanner(transcriptFormat(file.relative), file, from),
  ...mixedReading(logReading(agentMessages)),
  inherited: async files => keptInStore(files),
}

function cursorPlaces(surroundings: Surroundings): Places {
  const { home } = surroundings
  const places = [userFolder(surroundings, 'Cursor'), join(home, '.cursor', 'projects')]
  const found = { disabled: false, places: places.map(path => ({ path, explicit: false })) }
  return namedPlaces(surroundings, 'DAYBOOK_CURSOR_ROOTS') ?? found
}

const store = 'state.vscdb'

/** All conversations are in one database; those beside it in folders of their own say which project each belongs to. */
function cursorForm(relative: string, { path }: Place): FileForm | null {
  if (relative === `globalStorage/${store}` || (relative === store && isStore(path))) return 'material'
  return isAgentTranscript(relative) ? 'lines' : null
}

function cursorMayHold(relative: string, { explicit, path }: Place): boolean {
  if (relative === 'globalStorage') return true
  return basename(path) === 'projects' || explicit
    ? !/(?:^|\/)(?:workspaceStorage|History|globalStorage)(?:\/|$)/.test(relative)
    : false
}

/** What the agent writes beside the editor, as text files or lines. */
function isAgentTranscript(relative: string): boolean {
  return relative.endsWith('.jsonl') && relative.split('/').slice(0, -1).includes('agent-transcripts')
}

/** A store named as a place of its own, or the folder it is in. */
function isStore(path: string): boolean {
  return basename(path) === store || basename(path) === 'globalStorage'
}

/** Conversations of the editor are written once more beside it, without what the tools gave back. */
function keptInStore(files: readonly ForkCandidate[]): Map<string, Set<number>> {
  const isTranscript = ({ path }: ForkCandidate) => isAgentTranscript(path.replaceAll('\\', '/'))
  const stored = new Set(files.filter(file => !isTranscript(file)).map(({ sessionId }) => sessionId))
  const copies = files.filter(file => isTranscript(file) && stored.has(file.sessionId))
  return new Map(copies.map(({ path, turns }) => [path, new Set(turns.keys())]))
}
