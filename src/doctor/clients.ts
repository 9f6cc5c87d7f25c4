import { homedir } from 'node:os'
import { join } from 'node:path'
import { type ChatClient, chatClients } from '../chat-clients/clients.ts'
import { lookAtSettings, type SettingsLook } from '../chat-clients/detect.ts'
import { faultOf, placeOf } from '../chat-clients/server-entry.ts'
import { type Examination, type Finding, none, ok, warn } from './finding.ts'

/** Whether chat clients on this machine know Daybook, and whether what they name can be started. */
export function checkClients({ env, folder, command }: Examination): Finding[] {
  const places = new Set<string>()
  const findings = chatClients(env, folder).flatMap(client => {
    const looks = lookAtSettings(client, folder)
    for (const { entries } of looks) {
      for (const entry of entries) if (entry.url === undefined) places.add(placeOf(entry, join(homedir(), '.daybook')))
    }
    return findingsOf(client, looks, [...command, 'install', client.name].join(' '), env)
  })
  return places.size > 1 ? [...findings, differentPlaces] : findings
}

function findingsOf({ title }: ChatClient, looks: SettingsLook[], add: string, env: NodeJS.ProcessEnv): Finding[] {
  const broken = looks
    .filter(look => !look.readable)
    .map(({ file }) => warn(title, `${file} cannot be read`, `Correct it; ${title} cannot read it either.`))
  const named = looks.flatMap(({ file, entries }) =>
    entries.map(entry => {
      const fault = faultOf(entry, env)
      if (fault === undefined) return ok(title, `${file} names Daybook${entry.url ? ', over HTTP' : ''}`)
      return warn(title, `${file} names Daybook, but ${fault}`, `Name it again: ${add}`)
    }),
  )
  const found = [...broken, ...named]
  if (found.length > 0) return found
  return [
    none(title, looks.length > 0 ? 'does not have Daybook' : 'not found on this machine', `To add Daybook: ${add}`),
  ]
}

const differentPlaces = warn(
  'clients',
  'two clients keep their data in different places, so one cannot see what the other wrote',
  'Give all of them the same DAYBOOK_HOME and database, or none.',
)
