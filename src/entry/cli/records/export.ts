import { writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { exportRecords } from '../../../records/operations/export-records.ts'
import { usageFault } from '../failure.ts'
import type { Verb } from '../verb.ts'
import { count } from './words.ts'

export const exportVerb: Verb<[], { out?: string }, z.output<typeof exportRecords.output>> = {
  usage: 'export',
  summary: 'all records of a project with every version, as JSON Lines',
  options: [['--out <file>', 'write to a new file instead of stdout']],
  ask: cli => cli.call(exportRecords, { project_id: cli.project ?? cli.pin }),
  show({ jsonl, records, versions, project_id }, page, { out }) {
    if (out === undefined) page.data(jsonl)
    else writeNew(out, jsonl)
    page.note(`${count(records, 'record')} with ${count(versions, 'version')} of ${project_id}.`)
  },
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch {
    throw usageFault('The file could not be made.', 'Name a file that does not exist yet, in a folder you may write.', {
      file,
    })
  }
}
