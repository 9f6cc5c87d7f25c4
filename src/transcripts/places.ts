import type { Places, Surroundings } from './reader.ts'

/** The places a variable of ours names; null when it is not set, none and disabled when it is blank. */
export function namedPlaces({ env, platform }: Surroundings, variable: string): Places | null {
  const value = env[variable]
  if (value === undefined) return null
  if (value.trim() === '') return { disabled: true, places: [] }
  const paths = value.split(platform === 'win32' ? ';' : ':').map(entry => entry.trim())
  return { disabled: false, places: paths.filter(path => path !== '').map(path => ({ path, explicit: true })) }
}
