import { join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import { turnsOfParents } from '../log-lines/forks.ts'
import { logReading } from '../log-lines/reading.ts'
import type { FileForm, Place, Places, SourceReader, Surroundings } from '../reader.ts'
import { qwenRecords } from './record-line.ts'

export const reader: SourceReader = {
  source: 'qwen-code',
  places: qwenPlaces,
  formOf: qwenForm,
  mayHold: qwenMayHold,
  inherited: files => Promise.resolve(turnsOfParents(files)),
  ...logReading(qwenRecords),
}

function qwenPlaces(surroundings: Surroundings): Places {
  const { env, home } = surroundings
  const base = env.QWEN_RUNTIME_DIR?.trim() || env.QWEN_HOME?.trim() || join(home, '.qwen')
  const path = join(base, 'projects')
  return namedPlaces(surroundings, 'DAYBOOK_QWEN_ROOTS') ?? { disabled: false, places: [{ path, explicit: false }] }
}

/** The conversations of a project are in its folder `chats`, those of sub-agents in `subagents/<session>`. */
function qwenForm(relative: string, { path, explicit }: Place): FileForm | null {
  if (!relative.endsWith('.jsonl')) return null
  const folders = join(path, relative).split(/[\\/]/).slice(0, -1)
  const isKnown = folders.at(-1) === 'chats' || folders.at(-2) === 'subagents'
  return isKnown || (explicit && path.endsWith(relative)) ? 'lines' : null
}

function qwenMayHold(relative: string, { explicit }: Place): boolean {
  const [, below, ...deeper] = relative.split('/')
  return explicit || below === undefined || (deeper.length <= 1 && (below === 'chats' || below === 'subagents'))
}
