import { writeFileSync } from 'node:fs'
import { usageFault } from './failure.ts'

/** Makes a file for the person alone; one that is there already is never touched. */
export function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch {
    throw usageFault('The file could not be made.', 'Name a file that does not exist yet, in a folder you may write.', {
      file,
    })
  }
}
