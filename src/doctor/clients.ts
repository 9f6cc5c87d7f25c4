import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Entry, faultOf, isDaybook, placeOf } from './clients/entry.ts'
import { type Client, clientsOf } from './clients/files.ts'
import { type Examination, type Finding, ok, warn } from './finding.ts'

/** Whether chat clients on this machine know Daybook, and whether what they name can be started. */
export function checkClients({ env, folder, command }: Examination): Finding[] {
  const places = new Set<string>()
  const findings = clientsOf(env, folder, command).flatMap(client => {
    const looks = client.files.flatMap(file => lookAt(client, file, folder))
    for (const { entries } of looks) {
      for (const entry of entries) if (entry.url === undefined) places.add(placeOf(entry, join(homedir(), '.daybook')))
    }
    return findingsOf(client, looks, env)
  })
  return places.size > 1 ? [...findings, differentPlaces] : findings
}

interface Look {
  file: string
  readable: boolean
  entries: Entry[]
}

/** Nothing for a file that is not there. */
function lookAt(client: Client, file: string, folder: string): Look[] {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return []
  try {
    const entries = client.read(readFileSync(file, 'utf8'), folder).filter(isDaybook)
    return [{ file, readable: true, entries }]
  } catch {
    return [{ file, readable: false, entries: [] }]
  }
}

function findingsOf({ name, add }: Client, looks: Look[], env: NodeJS.ProcessEnv): Finding[] {
  const broken = looks
    .filter(look => !look.readable)
    .map(({ file }) => warn(name, `${file} cannot be read`, `Correct it; ${name} cannot read it either.`))
  const named = looks.flatMap(({ file, entries }) =>
    entries.map(entry => {
      const fault = faultOf(entry, env)
      if (fault === undefined) return ok(name, `${file} names Daybook${entry.url ? ', over HTTP' : ''}`)
      return warn(name, `${file} names Daybook, but ${fault}`, `Name it again: ${add}`)
    }),
  )
  const found = [...broken, ...named]
  if (found.length > 0) return found
  return [ok(name, looks.length > 0 ? 'is set up, without Daybook' : 'no settings found', `To add Daybook: ${add}`)]
}

const differentPlaces = warn(
  'clients',
  'two clients keep their data in different places, so one cannot see what the other wrote',
  'Give all of them the same DAYBOOK_HOME and database, or none.',
)
