import { basename, join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import { FileScan } from '../file-scan.ts'
import type { Line } from '../lines.ts'
import { materializedReading } from '../materialized/reading.ts'
import { MaterializedScanner } from '../materialized/scanner.ts'
import type {
  Checkpoint,
  FileForm,
  FileSummary,
  Place,
  Places,
  Resume,
  ScannedFile,
  Scanner,
  SourceReader,
  Surroundings,
} from '../reader.ts'
import { userFolder } from '../vscode-workspace.ts'
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
  ...materializedReading,
  scanner: (file, from) => (file.materialized ? new MaterializedScanner(file, from) : new UntimedScanner(file, from)),
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

/** What the agent writes beside the editor; it names no times. */
function isAgentTranscript(relative: string): boolean {
  return relative.split('/').slice(0, -1).includes('agent-transcripts')
}

/** A store named as a place of its own, or the folder it is in. */
function isStore(path: string): boolean {
  return basename(path) === store || basename(path) === 'globalStorage'
}

const kinds: ReadonlySet<string> = new Set(['untyped'])

/** Counts a transcript that names no times, so that nothing of it can be put into a day. */
class UntimedScanner implements Scanner {
  readonly #file: ScannedFile
  readonly #scan: FileScan<null>

  constructor(file: ScannedFile, from?: Resume) {
    this.#file = file
    this.#scan = new FileScan<null>(kinds, from)
  }

  line(line: Line): void {
    const view = this.#scan.tally.look(line, 1)
    if (view) this.#scan.tally.time(undefined)
    this.#scan.cover(line, null, 'untyped')
  }

  checkpoint(): Checkpoint {
    return this.#scan.checkpoint(null)
  }

  summary(): FileSummary {
    const name = this.#file.relative.slice(this.#file.relative.lastIndexOf('/') + 1)
    return this.#scan.summary({
      sessionId: name.replace(/\.[^.]*$/, ''),
      root: null,
      excluded: 'no-trigger',
      turns: [],
      warnings: ['no-timestamps'],
    })
  }
}
