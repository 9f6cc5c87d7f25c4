import { readFileSync, statSync } from 'node:fs'
import type { ChatClient } from './clients.ts'
import { type FoundServer, isDaybook } from './server-entry.ts'

/** A settings file of a chat client that is there. */
export interface SettingsLook {
  file: string
  readable: boolean
  /** Its servers that are Daybook. */
  entries: FoundServer[]
}

/** The settings files of a client that are there, and what they say of Daybook. */
export function lookAtSettings({ files, settings }: ChatClient, folder: string): SettingsLook[] {
  return Object.values(files).flatMap((file): SettingsLook[] => {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return []
    try {
      const entries = settings.servers(readFileSync(file, 'utf8'), folder).filter(isDaybook)
      return [{ file, readable: true, entries }]
    } catch {
      return [{ file, readable: false, entries: [] }]
    }
  })
}
