import type { z } from 'zod'
import { importRecords } from '../../../records/operations/import-records.ts'
import { askLine } from '../ask-line.ts'
import { usageFault } from '../failure.ts'
import { readText } from '../read-text.ts'
import { rows } from '../rows.ts'
import type { Verb } from '../verb.ts'
import { count } from './words.ts'

interface Options {
  yes?: true
  dryRun?: true
}

export const importVerb: Verb<[file: string], Options, z.output<typeof importRecords.output>> = {
  usage: 'import <file>',
  summary: 'add the records of an export to a project, under new ids',
  options: [
    ['--yes', 'do not ask'],
    ['--dry-run', 'only say what would be done'],
  ],
  more: 'The file may be - for stdin; then --yes or --dry-run must be given.',
  async ask(cli, { yes, dryRun }, file) {
    const project_id = cli.project ?? cli.pin
    if (project_id === undefined) {
      throw usageFault(
        'Say which project to import into.',
        'Name it with --project; daybook call list_projects shows them.',
      )
    }
    const jsonl = await readText(file)
    const tried = await cli.call(importRecords, { project_id, jsonl, dry_run: true })
    if (dryRun) return tried
    const question = `Add ${count(tried.imported, 'record')} to ${tried.project_id}? [y/N] `
    const answer = yes ? 'y' : file === '-' ? undefined : await askLine(question)
    if (answer === undefined) throw usageFault('An import must be confirmed.', 'Add --yes, or try it with --dry-run.')
    return /^y(es)?$/i.test(answer) ? cli.call(importRecords, { project_id, jsonl, dry_run: false }) : tried
  },
  show({ imported, ids, dry_run, project_id }, page) {
    if (!dry_run) page.data(rows(Object.entries(ids), page))
    page.note(`${count(imported, 'record')} ${dry_run ? 'would be added' : 'added'} to ${project_id}.`)
    if (dry_run) page.note('Nothing was written.')
  },
}
