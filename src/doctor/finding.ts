import type { Settings } from '../config.ts'

/** What the checks of the doctor are given. */
export interface Examination {
  settings: Settings
  env: NodeJS.ProcessEnv
  folder: string
  version: string
  /** Leave out what reads the whole database. */
  quick: boolean
  webRoot: string | undefined
  /** How this program is called, for the advice on clients. */
  command: string[]
}

/** One line of the doctor's report: what was looked at, how it is, and what to do. */
export interface Finding {
  check: string
  /** `none`: nothing is there to be judged. */
  status: 'ok' | 'none' | 'warn' | 'fail'
  found: string
  todo?: string
}

export function ok(check: string, found: string, todo?: string): Finding {
  return { check, status: 'ok', found, ...(todo && { todo }) }
}

/** Something that may be there and is not. */
export function absent(check: string, found: string, todo: string): Finding {
  return { check, status: 'none', found, todo }
}

export function warn(check: string, found: string, todo: string): Finding {
  return { check, status: 'warn', found, todo }
}

export function fail(check: string, found: string, todo: string): Finding {
  return { check, status: 'fail', found, todo }
}
