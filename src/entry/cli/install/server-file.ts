import { withJsonEntry, withoutJsonEntry } from './json-entry.ts'
import { withoutTomlEntry, withTomlEntry } from './toml-entry.ts'

/** How a client is told to start a server. */
export interface Entry {
  command: string
  args: string[]
  env?: { [name: string]: string }
}

/** A settings file of a client, edited so that only our entry changes. */
export interface ServerFile {
  path: string
  /** Undefined when the file is not what it should be. */
  with(text: string, entry: Entry): string | undefined
  without(text: string): string
}

const name = 'daybook'

export function jsonFile(path: string, under: string, shaped: (entry: Entry) => object): ServerFile {
  return {
    path,
    with: (text, entry) => withJsonEntry(text, under, name, shaped(entry)),
    without: text => withoutJsonEntry(text, under, name),
  }
}

export function tomlFile(path: string): ServerFile {
  return {
    path,
    with: (text, entry) => withTomlEntry(text, name, entry),
    without: text => withoutTomlEntry(text, name),
  }
}
