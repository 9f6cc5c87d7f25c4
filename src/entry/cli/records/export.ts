import type { z } from 'zod'
import { exportRecords } from '../../../records/operations/export-records.ts'
import type { Verb } from '../verb.ts'
import { writeNew } from '../write-new.ts'
import { count } from './words.ts'

export const exportVerb: Verb<[], { out?: string }, z.output<typeof exportRecords.output>> = {
  usage: 'export',
  summary: 'all records of a project with every version, as JSON Lines',
  options: [['--out <file>', 'write to a new file instead of stdout']],
  ask: cli => cli.call(exportRecords, { project_id: cli.project ?? cli.pin }),
  show({ jsonl, records, versions, project_id }, page, { out }) {
    if (out === undefined) page.stored(jsonl)
    else writeNew(out, jsonl)
    page.note(`${count(records, 'record')} with ${count(versions, 'version')} of ${project_id}.`)
  },
}
