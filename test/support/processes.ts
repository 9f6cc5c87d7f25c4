import { readdirSync, readFileSync } from 'node:fs'

/** The processes that work in a home, by their environment. */
export function processesIn(home: string): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(id => readOr(`/proc/${id}/environ`).includes(`DAYBOOK_HOME=${home}`))
    .map(id => readOr(`/proc/${id}/cmdline`).replaceAll('\0', ' '))
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
