import { join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import { turnsOfParents } from '../log-lines/forks.ts'
import { logReading } from '../log-lines/reading.ts'
import type { Places, SourceReader, Surroundings } from '../reader.ts'
import { piEntries } from './entry-line.ts'

export const reader: SourceReader = {
  source: 'pi',
  places: piPlaces,
  formOf: relative => (relative.endsWith('.jsonl') ? 'lines' : null),
  inherited: files => Promise.resolve(turnsOfParents(files)),
  ...logReading(piEntries),
}

function piPlaces(surroundings: Surroundings): Places {
  const { env, home } = surroundings
  const agent = env.PI_CODING_AGENT_DIR?.trim() || join(home, '.pi', 'agent')
  const path = join(agent, 'sessions')
  return namedPlaces(surroundings, 'DAYBOOK_PI_ROOTS') ?? { disabled: false, places: [{ path, explicit: false }] }
}
